/** A submodule as `.gitmodules` declares it. */
export interface DeclaredSubmodule {
  readonly name: string;
  readonly path: string;
  readonly url: string;
  readonly branch?: string;
}

/** Reads a `.gitmodules` file; sections without a path and an address declare nothing (gitmodules(5)). */
export function parseGitmodules(text: string): DeclaredSubmodule[] {
  const found: DeclaredSubmodule[] = [];
  let name: string | undefined;
  let values = new Map<string, string>();
  const finish = (): void => {
    const path = values.get('path');
    const url = values.get('url');
    const branch = values.get('branch');
    if (name !== undefined && path !== undefined && url !== undefined) {
      found.push({ name, path, url, ...(branch === undefined ? {} : { branch }) });
    }
  };
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    const section = /^\[submodule "((?:[^"\\]|\\.)*)"\]$/.exec(line);
    if (section !== null || line.startsWith('[')) {
      finish();
      name = section?.[1]?.replace(/\\(.)/g, '$1');
      values = new Map();
      continue;
    }
    const setting = /^(\w+)\s*=\s*(.*)$/.exec(line);
    if (setting?.[1] !== undefined) values.set(setting[1].toLowerCase(), unquoted(setting[2] ?? ''));
  }
  finish();
  return found;
}

function unquoted(value: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(value);
  return quoted?.[1]?.replace(/\\(.)/g, '$1') ?? value.replace(/\s[#;].*$/, '').trim();
}

/**
 * Full path of the project a submodule comes from, when it is on the same instance; `undefined` when it is elsewhere.
 * Git reads an address such as `../other.git` relative to that of the parent project.
 */
export function submoduleProject(url: string, parentPath: string, instanceBase: string): string | undefined {
  const base = new URL(instanceBase.endsWith('/') ? instanceBase : `${instanceBase}/`);
  if (/^\.\.?\//.test(url)) return projectOf(relativeTo(parentPath, url));

  const scp = /^(?:[^@/\s]+@)?([^:/\s]+):(?!\/\/)\/?(.+)$/.exec(url);
  if (scp?.[1] !== undefined && scp[2] !== undefined) {
    return scp[1].toLowerCase() === base.hostname ? projectOf(scp[2]) : undefined;
  }
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  if (parsed.hostname !== base.hostname) return undefined;
  const isWeb = parsed.protocol === 'https:' || parsed.protocol === 'http:';
  // SSH addresses know nothing of the folder a relative installation lives in.
  const prefix = isWeb ? base.pathname : '/';
  return parsed.pathname.startsWith(prefix) ? projectOf(decoded(parsed.pathname.slice(prefix.length))) : undefined;
}

function relativeTo(parentPath: string, url: string): string {
  const parts = parentPath.split('/');
  for (const part of url.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function projectOf(path: string): string | undefined {
  const trimmed = path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  const parts = trimmed.split('/');
  return parts.length >= 2 && parts.every((part) => /^[\w.+-]+$/u.test(part) && !/^\.{1,2}$/.test(part))
    ? trimmed
    : undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Not percent-encoding, so the path is refused by the rule for project names.
    return path;
  }
}
