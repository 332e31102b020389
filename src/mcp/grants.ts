import type { Entry } from '../credentials/entry.ts';
import type { GrantReading } from '../credentials/grant.ts';
import type { JudgedGrant } from '../surfaces/judge-grant.ts';
import type { Grant } from '../surfaces/surface.ts';
import type { Logger } from '../telemetry/logger.ts';

interface Judged {
  readonly reading: GrantReading;
  readonly grant: Grant;
  readonly outcome: string;
}

/** What fine-grained tokens reach, judged once per reading of a grant. Never part of a shape (FG-04). */
export class Grants {
  readonly #logger: Logger;
  readonly #judged = new WeakMap<Entry, Judged>();
  #loading: Promise<void> | undefined;
  #judge: ((reading: GrantReading) => JudgedGrant) | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** The table of permissions is read when the first fine-grained token comes. A failure is not kept. */
  async load(): Promise<void> {
    this.#loading ??= import('../surfaces/judge-grant.ts').then(
      ({ judgeGrant }) => {
        this.#judge = judgeGrant;
      },
      (error: unknown) => {
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }

  /** `undefined` for a credential that is no fine-grained token, and for everyone before `load` resolved. */
  of(entry: Entry): Grant | undefined {
    const reading = entry.grant;
    if (reading === undefined) return undefined;
    const known = this.#judged.get(entry);
    if (known?.reading === reading) return known.grant;
    if (this.#judge === undefined) return undefined;

    const judged = this.#judge(reading);
    const outcome = [...judged.reasons, judged.unknownPermissions.length].join(' ');
    if (known?.outcome !== outcome) this.#log(entry, judged, known === undefined ? 'admission' : 'revalidation');
    this.#judged.set(entry, { reading, grant: judged.grant, outcome });
    return judged.grant;
  }

  /** What a grant holds is its owner's business: no more than three names of it are written. */
  #log(entry: Entry, { reasons, judgedBy, unknownPermissions }: JudgedGrant, phase: string): void {
    const { version } = entry.grant ?? {};
    this.#logger.info('fine-grained token: grant evaluated', {
      phase,
      reasons,
      ...(version?.kind === 'read' ? { gitlab_version: version.release } : {}),
      ...(judgedBy === undefined ? {} : { judged_by: judgedBy }),
      ...(unknownPermissions.length === 0
        ? {}
        : {
            unknown_permissions: unknownPermissions.length,
            named: unknownPermissions.slice(0, 3).map(toLogName),
          }),
      credential_hash: entry.credentialHash,
    });
  }
}

/** With `--allow-any-gitlab-url` the names are the caller's words. */
function toLogName(id: string): string {
  return id.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 64);
}
