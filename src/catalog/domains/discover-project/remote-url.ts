import { AppError } from '../../../errors/app-error.ts';
import type { Instance } from '../../../gitlab/instance.ts';

export interface RemoteProject {
  /** Full path, decoded, without `.git`. */
  readonly path: string;
  readonly host: string;
  /** Whether the remote lies on the instance that is asked. */
  readonly isHere: boolean;
}

/**
 * The project a Git remote belongs to. Understands `https://host/group/project.git`, `ssh://git@host:22/group/project.git`,
 * `git@host:group/project.git` and the address of a page of the project.
 *
 * @throws AppError `input.invalid` for anything else. The message repeats nothing of the text, which may hold a password.
 */
export function parseRemoteUrl(text: string, instance: Instance): RemoteProject {
  const { host, path } = splitRemote(text.trim());
  const isHere = host.toLowerCase() === instance.hostname.toLowerCase();
  const below = isHere ? withoutBase(path, instance.basePath) : path;
  const project = below
    // Everything after /-/ is a page of the project.
    .replace(/\/-(?:\/.*)?$/, '')
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/, '');
  if (!/^[^/]+(?:\/[^/]+)+$/.test(project)) throw invalid();
  return { path: project, host, isHere };
}

function splitRemote(text: string): { readonly host: string; readonly path: string } {
  if (/^(?:https?|ssh|git|git\+ssh):\/\//i.test(text)) {
    if (!URL.canParse(text)) throw invalid();
    const url = new URL(text);
    return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), path: decode(url.pathname) };
  }
  // scp-like, as git itself reads it: no slash before the colon.
  const match = /^(?:[^@/\s]+@)?(\[[^\]]+\]|[^:/\s@]+):(?!\/\/)(.+)$/.exec(text);
  const [, host, path] = match ?? [];
  if (host === undefined || path === undefined) throw invalid();
  return { host: host.replace(/^\[(.*)\]$/, '$1'), path };
}

function withoutBase(path: string, basePath: string): string {
  return basePath !== '' && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Not percent-encoding: the characters stand for themselves.
    return path;
  }
}

function invalid(): AppError {
  return new AppError(
    'input.invalid',
    'discover_project.resolve: remote_url is no Git remote, give a text such as https://host/group/project.git or git@host:group/project.git',
  );
}
