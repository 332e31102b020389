import { createHash } from 'node:crypto';

/** How Git marks an entry of a tree. */
export type FileMode = '100644' | '100755' | '120000' | '160000';

/** One file of a snapshot. For a submodule (`160000`) the blob is the commit it is pinned to. */
export interface TreeFile {
  readonly mode: FileMode;
  readonly blob: string;
}

/** Every file of a snapshot by its path. Never changed once a commit has it. */
export type Tree = ReadonlyMap<string, TreeFile>;

export interface Signature {
  readonly name: string;
  readonly email: string;
  /** `2026-03-02T09:00:00.000+00:00`, as GitLab prints commit dates. */
  readonly date: string;
}

export interface Commit {
  readonly sha: string;
  readonly parents: readonly string[];
  readonly tree: Tree;
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

/** The name Git itself gives to these bytes. */
export function blobSha(bytes: Buffer): string {
  return objectSha('blob', bytes);
}

/** The name of the directory `path` (empty: the root) in a snapshot, as Git computes it. */
export function treeSha(tree: Tree, path = ''): string {
  const prefix = path === '' ? '' : `${path}/`;
  const names = new Map<string, { mode: string; sha: string; key: string }>();
  for (const [file, entry] of tree) {
    if (!file.startsWith(prefix)) continue;
    const rest = file.slice(prefix.length);
    const slash = rest.indexOf('/');
    const name = slash === -1 ? rest : rest.slice(0, slash);
    if (names.has(name)) continue;
    const isFile = slash === -1;
    names.set(name, {
      mode: isFile ? entry.mode : '40000',
      sha: isFile ? entry.blob : treeSha(tree, prefix + name),
      // Git sorts a directory as if its name ended in a slash.
      key: isFile ? name : `${name}/`,
    });
  }
  const sorted = [...names].sort(([, a], [, b]) => (a.key < b.key ? -1 : 1));
  const parts = sorted.flatMap(([name, { mode, sha }]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(sha, 'hex')]);
  return objectSha('tree', Buffer.concat(parts));
}

export function commitSha(commit: Omit<Commit, 'sha'>): string {
  const lines = [
    `tree ${treeSha(commit.tree)}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${signatureLine(commit.author)}`,
    `committer ${signatureLine(commit.committer)}`,
    '',
    commit.message,
  ];
  return objectSha('commit', Buffer.from(lines.join('\n')));
}

function signatureLine({ name, email, date }: Signature): string {
  const zone = /[+-]\d\d:\d\d$/.exec(date)?.[0].replace(':', '') ?? '+0000';
  return `${name} <${email}> ${Math.floor(Date.parse(date) / 1000)} ${zone}`;
}

function objectSha(type: string, content: Buffer): string {
  return createHash('sha1').update(`${type} ${content.length}\0`).update(content).digest('hex');
}
