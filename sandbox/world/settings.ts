export type Edition = 'ce' | 'ee' | 'com';
export type Tier = 'free' | 'premium' | 'ultimate';

/** What an administrator of the instance, or its operator, has decided. Every switch may be changed while it runs. */
export interface Settings {
  /** `ce`: Community build. `ee`: self-managed Enterprise build. `com`: GitLab.com, plans per namespace. */
  edition: Edition;
  /** The licence (or, on GitLab.com, the plan of every top-level group). A Community build is always free. */
  tier: Tier;
  /** Release without suffix; `-ee` is added for an Enterprise build. */
  version: string;
  revision: string;
  /** The configured address of the instance. Links are built from it, never from the Host header. */
  externalUrl: string;
  /** Origin of the object storage, a different one than the instance. */
  storageUrl: string;
  /** Archives are answered with a redirect to the object storage instead of their bytes. */
  objectStorage: boolean;
  /** Authenticated API throttle; undefined: off, as on a fresh self-managed instance. */
  throttle: { requests: number; periodSeconds: number } | undefined;
  /** Limits per user and feature, such as 300 notes a minute. */
  applicationLimits: boolean;
  /** Maintenance mode (EE): reads only. */
  readOnly: boolean;
  dynamicRegistration: boolean;
  impersonation: boolean;
  granularTokens: boolean;
  /** Administrators need a token with `admin_mode` to act as such. */
  adminMode: boolean;
  /** How long GitLab takes to find out whether a merge request can be merged. */
  mergeabilityDelayMs: number;
  /** Job logs answer byte ranges, as behind some proxies; GitLab itself ignores them there. */
  traceRanges: boolean;
  /** Largest accepted request body. */
  maxBodyBytes: number;
}

export function defaultSettings(): Settings {
  return {
    edition: 'ee',
    tier: 'free',
    version: '19.4.1',
    revision: '4f1a9c03b7e',
    externalUrl: '',
    storageUrl: '',
    objectStorage: false,
    throttle: undefined,
    applicationLimits: false,
    readOnly: false,
    dynamicRegistration: true,
    impersonation: true,
    granularTokens: true,
    adminMode: false,
    mergeabilityDelayMs: 0,
    traceRanges: false,
    maxBodyBytes: 64 * 1024 * 1024,
  };
}

const ranks: Readonly<Record<Tier, number>> = { free: 0, premium: 1, ultimate: 2 };

/** Whether features of `tier` work on this instance. */
export function hasTier(settings: Settings, tier: Tier): boolean {
  return ranks[effectiveTier(settings)] >= ranks[tier];
}

export function effectiveTier(settings: Settings): Tier {
  return settings.edition === 'ce' ? 'free' : settings.tier;
}

/** An Enterprise build knows EE routes and fields, whatever its licence. */
export function isEnterprise(settings: Settings): boolean {
  return settings.edition !== 'ce';
}

export function versionString(settings: Settings): string {
  return isEnterprise(settings) ? `${settings.version}-ee` : settings.version;
}
