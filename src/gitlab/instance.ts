import { AppError } from '../errors/app-error.ts';

/** One GitLab installation in its canonical spelling (INST-04). Every URL starts from the same scheme, host and path. */
export interface Instance {
  /** Scheme, host and port: `https://gitlab.example.com`. */
  readonly origin: string;
  /** Host without port and brackets. */
  readonly hostname: string;
  /** Where a relative installation lives (`/gitlab`), or `''`. */
  readonly basePath: string;
  /** Base of web links, without a trailing slash. */
  readonly webBase: string;
  /** Base of REST requests, without a trailing slash: `https://gitlab.example.com/api/v4`. */
  readonly restBase: string;
  readonly graphqlUrl: string;
  /** Paths of the two below the origin, as they go on the wire. */
  readonly restPath: string;
  readonly graphqlPath: string;
  /** Equal for two spellings of one instance. */
  readonly key: string;
  readonly isGitLabCom: boolean;
}

/**
 * Reads the URL of an instance as people write it: with or without trailing slash, `/api/v4`, `/api/graphql`, default
 * port, in any letter case, with the sub-path of a relative installation.
 *
 * @throws AppError `request.instance` for anything else. The message never repeats the text, which may hold a password.
 */
export function parseInstance(text: string): Instance {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed)) throw invalid('must start with https:// or http://');
  if (!URL.canParse(trimmed)) throw invalid('is not a valid URL');

  const url = new URL(trimmed);
  if (url.username !== '' || url.password !== '') throw invalid('must not contain a user name or password');
  if (url.search !== '' || url.hash !== '') throw invalid('must not contain a query or a fragment');
  if (url.port === '0') throw invalid('has port 0');

  const basePath = installationPath(url.pathname);
  const webBase = url.origin + basePath;
  return Object.freeze({
    origin: url.origin,
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    basePath,
    webBase,
    restBase: `${webBase}/api/v4`,
    graphqlUrl: `${webBase}/api/graphql`,
    restPath: `${basePath}/api/v4`,
    graphqlPath: `${basePath}/api/graphql`,
    key: webBase,
    isGitLabCom: url.hostname === 'gitlab.com' && basePath === '',
  });
}

export function sameInstance(left: Instance, right: Instance): boolean {
  return left.key === right.key;
}

function installationPath(pathname: string): string {
  return pathname
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .replace(/\/api\/(?:v4|graphql)$/i, '');
}

function invalid(problem: string): AppError {
  return new AppError('request.instance', `the GitLab URL ${problem}; write it as https://gitlab.example.com`);
}
