import {
  type Commit,
  type FileMode,
  type Signature,
  type Tree,
  type TreeFile,
  blobSha,
  commitSha,
} from './git-objects.ts';
import type { Project } from './projects.ts';
import { type FileDiff, diffTrees } from './tree-diff.ts';
import { type MergeResult, mergeTrees } from './tree-merge.ts';
import { type World, defineState } from './world.ts';

export interface Tag {
  readonly name: string;
  /** The commit it names. */
  readonly sha: string;
  /** Present on annotated tags only: the tag object itself. */
  readonly annotation:
    | { readonly sha: string; readonly message: string; readonly tagger: Signature; readonly createdAt: string }
    | undefined;
}

/** One change of a commit, as `actions[]` of the commits API has it; content is already decoded. */
export interface FileAction {
  readonly action: 'create' | 'update' | 'delete' | 'move' | 'chmod';
  readonly path: string;
  readonly previousPath?: string | undefined;
  readonly content?: Buffer | string | undefined;
  readonly executable?: boolean | undefined;
  /** Refused when the file was changed by a later commit than this one. */
  readonly lastCommitSha?: string | undefined;
}

export interface NewCommit {
  readonly branch: string;
  /** Where the branch begins when it does not exist yet: a ref. Default: the default branch. */
  readonly startRef?: string | undefined;
  /** Throws the present commits of the branch away and begins at `startRef`. */
  readonly force?: boolean | undefined;
  readonly actions: readonly FileAction[];
  readonly message: string;
  readonly author: Signature;
  readonly committer?: Signature;
}

/** Why a commit cannot be made, in GitLab's words. */
export class CommitError extends Error {
  override readonly name = 'CommitError';
}

export interface LogOptions {
  /** Only commits that changed this file, or something in this directory. */
  readonly path?: string | undefined;
  /** Commits reachable from these are left out. */
  readonly except?: readonly string[];
  readonly firstParent?: boolean | undefined;
}

/**
 * A Git repository as maps: immutable blobs and commits, and names for some of the commits. Hashes are Git's own. A ref
 * is a branch, a tag, a full or short commit id, `HEAD`, `refs/heads/…` or `refs/tags/…`, with `~n` or `^` behind it.
 */
export class Repository {
  readonly branches = new Map<string, string>();
  readonly tags = new Map<string, Tag>();
  readonly #blobs = new Map<string, Buffer>();
  readonly #commits = new Map<string, Commit>();
  readonly #diffs = new Map<string, readonly FileDiff[]>();
  readonly #project: Project;

  constructor(project: Project) {
    this.#project = project;
  }

  get isEmpty(): boolean {
    return this.branches.size === 0;
  }

  /** A copy with the same history for another project. */
  fork(project: Project): Repository {
    const copy = new Repository(project);
    for (const [sha, bytes] of this.#blobs) copy.#blobs.set(sha, bytes);
    for (const [sha, commit] of this.#commits) copy.#commits.set(sha, commit);
    for (const [name, sha] of this.branches) copy.branches.set(name, sha);
    for (const [name, tag] of this.tags) copy.tags.set(name, tag);
    return copy;
  }

  /** Takes over the commits of another repository that lead to `sha`, as a merge request from a fork does. */
  fetch(from: Repository, sha: string): void {
    if (from === this || this.#commits.has(sha)) return;
    for (const commit of from.log(sha)) {
      if (this.#commits.has(commit.sha)) continue;
      this.#commits.set(commit.sha, commit);
      for (const { blob } of commit.tree.values()) {
        const bytes = from.#blobs.get(blob);
        if (bytes !== undefined) this.#blobs.set(blob, bytes);
      }
    }
  }

  // Reading

  blob(sha: string): Buffer | undefined {
    return this.#blobs.get(sha);
  }

  resolve(ref: string): Commit | undefined {
    const [, name = ref, steps = ''] = /^(.+?)((?:~\d*|\^\d*)*)$/.exec(ref) ?? [];
    let commit = this.#named(name);
    for (const step of steps.match(/~\d*|\^\d*/g) ?? []) {
      const count = step.length === 1 ? 1 : Number(step.slice(1));
      if (step.startsWith('^')) {
        const parent = count === 0 ? commit?.sha : commit?.parents[count - 1];
        commit = parent === undefined ? undefined : this.#commits.get(parent);
      } else {
        for (let left = count; left > 0 && commit !== undefined; left--)
          commit = this.#commits.get(commit.parents[0] ?? '');
      }
    }
    return commit;
  }

  #named(name: string): Commit | undefined {
    const byName = (sha: string | undefined) => (sha === undefined ? undefined : this.#commits.get(sha));
    if (name === 'HEAD') return byName(this.branches.get(this.#project.defaultBranch ?? ''));
    if (name.startsWith('refs/heads/')) return byName(this.branches.get(name.slice('refs/heads/'.length)));
    if (name.startsWith('refs/tags/')) return byName(this.tags.get(name.slice('refs/tags/'.length))?.sha);
    const found = byName(this.tags.get(name)?.sha) ?? byName(this.branches.get(name)) ?? this.#commits.get(name);
    if (found !== undefined || !/^[0-9a-f]{4,39}$/.test(name)) return found;
    const fits = [...this.#commits.keys()].filter((sha) => sha.startsWith(name));
    return fits.length === 1 ? byName(fits[0]) : undefined;
  }

  treeAt(ref: string): Tree | undefined {
    return this.resolve(ref)?.tree;
  }

  fileAt(
    ref: string,
    path: string,
  ): { readonly mode: FileMode; readonly blob: string; readonly bytes: Buffer } | undefined {
    const file = this.treeAt(ref)?.get(path);
    const bytes = file === undefined ? undefined : this.#blobs.get(file.blob);
    return file === undefined || bytes === undefined ? undefined : { ...file, bytes };
  }

  /** Commits reachable from a commit, newest first and children before parents. */
  log(sha: string, options: LogOptions = {}): Commit[] {
    const seen = new Set<string>();
    for (const excluded of options.except ?? []) for (const commit of this.#reachable(excluded)) seen.add(commit);
    const queue: Commit[] = [];
    const visit = (next: string | undefined) => {
      const commit = next === undefined || seen.has(next) ? undefined : this.#commits.get(next);
      if (commit === undefined) return;
      seen.add(commit.sha);
      const ms = Date.parse(commit.committer.date);
      const at = queue.findIndex((waiting) => Date.parse(waiting.committer.date) < ms);
      queue.splice(at === -1 ? queue.length : at, 0, commit);
    };
    const found: Commit[] = [];
    visit(sha);
    for (let commit = queue.shift(); commit !== undefined; commit = queue.shift()) {
      if (options.path === undefined || this.#touches(commit, options.path)) found.push(commit);
      for (const parent of options.firstParent === true ? commit.parents.slice(0, 1) : commit.parents) visit(parent);
    }
    return found;
  }

  #reachable(sha: string): Set<string> {
    const seen = new Set<string>();
    const waiting = [sha];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const commit = seen.has(next) ? undefined : this.#commits.get(next);
      if (commit === undefined) continue;
      seen.add(next);
      waiting.push(...commit.parents);
    }
    return seen;
  }

  /** Whether a commit changed a path. Merges count only when they differ from every parent, as in Git. */
  #touches(commit: Commit, path: string): boolean {
    const parents: readonly (Tree | undefined)[] =
      commit.parents.length === 0 ? [undefined] : commit.parents.map((parent) => this.#commits.get(parent)?.tree);
    return parents.every((parent) => this.#differs(parent, commit.tree, path));
  }

  #differs(before: Tree | undefined, after: Tree, path: string): boolean {
    if (before?.get(path)?.blob !== after.get(path)?.blob) return true;
    if (after.has(path)) return before?.get(path)?.mode !== after.get(path)?.mode;
    const prefix = path === '' ? '' : `${path}/`;
    const inside = (tree: Tree | undefined) => [...(tree ?? [])].filter(([name]) => name.startsWith(prefix));
    const now = inside(after);
    return now.length !== inside(before).length || now.some(([name, file]) => before?.get(name)?.blob !== file.blob);
  }

  /** The last commit that changed a path, seen from a commit. */
  lastCommitOf(sha: string, path: string): Commit | undefined {
    return this.log(sha, { path })[0];
  }

  mergeBase(a: string, b: string): string | undefined {
    const ofB = this.#reachable(b);
    return this.log(a).find((commit) => ofB.has(commit.sha))?.sha;
  }

  isAncestor(ancestor: string, of: string): boolean {
    return this.#reachable(of).has(ancestor);
  }

  /** What changed between two commits; from nothing when `from` is undefined. */
  diff(from: string | undefined, to: string): readonly FileDiff[] {
    const key = `${from ?? ''}..${to}`;
    let diffs = this.#diffs.get(key);
    if (diffs === undefined) {
      const tree = (sha: string | undefined): Tree =>
        (sha === undefined ? undefined : this.#commits.get(sha))?.tree ?? new Map();
      diffs = diffTrees(tree(from), tree(to), (blob) => this.#blobs.get(blob) ?? Buffer.alloc(0));
      this.#diffs.set(key, diffs);
    }
    return diffs;
  }

  /** What one commit changed, against its first parent. */
  diffOf(commit: Commit): readonly FileDiff[] {
    return this.diff(commit.parents[0], commit.sha);
  }

  // Writing

  /** Stores bytes; the answer is their blob id. */
  write(bytes: Buffer): string {
    const sha = blobSha(bytes);
    if (!this.#blobs.has(sha)) this.#blobs.set(sha, bytes);
    return sha;
  }

  /** Makes a commit from a complete snapshot, on no branch yet. */
  createCommit(details: Omit<Commit, 'sha' | 'committer'> & { readonly committer?: Signature }): Commit {
    const { tree, parents, author, message, committer = author } = details;
    const commit = { tree, parents, author, committer, message };
    const sha = commitSha(commit);
    const made: Commit = this.#commits.get(sha) ?? { sha, ...commit };
    this.#commits.set(sha, made);
    return made;
  }

  /** Commits file actions on a branch, which it creates when needed. All or nothing. */
  commit(details: NewCommit): Commit {
    const head = this.#startOf(details);
    const tree = new Map(head?.tree ?? []);
    for (const action of details.actions) this.#apply(tree, action, head);
    const { author, committer = author, message, branch } = details;
    const parents = head === undefined ? [] : [head.sha];
    const commit = this.createCommit({ tree, parents, author, committer, message });
    this.branches.set(branch, commit.sha);
    this.#project.defaultBranch ??= branch;
    return commit;
  }

  #startOf({ branch, startRef, force = false }: NewCommit): Commit | undefined {
    const existing = force ? undefined : this.branches.get(branch);
    if (existing !== undefined) return this.#commits.get(existing);
    if (this.isEmpty) return undefined;
    const start = this.resolve(startRef ?? 'HEAD');
    if (start === undefined) throw new CommitError(`Cannot find branch with name '${startRef ?? branch}'.`);
    return start;
  }

  #apply(tree: Map<string, TreeFile>, action: FileAction, head: Commit | undefined): void {
    const { path, previousPath = path } = action;
    const source = action.action === 'move' ? previousPath : path;
    const existing = tree.get(source);
    if (path === '' || path.startsWith('/') || path.split('/').some((part) => part === '..' || part === '.git')) {
      throw new CommitError('Path cannot include directory traversal');
    }
    if (action.action === 'create' ? existing !== undefined : existing === undefined) {
      throw new CommitError(
        action.action === 'create' ? 'A file with this name already exists' : "A file with this name doesn't exist",
      );
    }
    if (action.action === 'move' && path !== source && tree.has(path)) {
      throw new CommitError('A file with this name already exists');
    }
    if (action.lastCommitSha !== undefined && head !== undefined && action.action !== 'create') {
      const last = this.lastCommitOf(head.sha, source)?.sha;
      if (last !== action.lastCommitSha) {
        throw new CommitError(
          `You are attempting to ${action.action} a file that has changed since you started editing it.`,
        );
      }
    }
    const executable = action.executable === undefined ? undefined : action.executable ? '100755' : '100644';
    if (action.action === 'delete') tree.delete(path);
    else if (action.action === 'chmod') tree.set(path, { blob: existing?.blob ?? '', mode: executable ?? '100755' });
    else {
      if (action.action === 'move') tree.delete(source);
      const given = action.content === undefined ? undefined : Buffer.from(action.content);
      const isKept = given === undefined && existing !== undefined;
      const blob = isKept ? existing.blob : this.write(given ?? Buffer.alloc(0));
      tree.set(path, { blob, mode: executable ?? existing?.mode ?? '100644' });
    }
  }

  /** The snapshot a merge of two commits gives, or the paths in which they conflict. Makes no commit. */
  merge(ours: string, theirs: string): MergeResult {
    const base = this.mergeBase(ours, theirs);
    return this.applyChanges(base, theirs, ours);
  }

  /** Carries what changed between two commits over to a third: merge, cherry-pick, revert and rebase are all this. */
  applyChanges(from: string | undefined, to: string | undefined, onto: string): MergeResult {
    const tree = (sha: string | undefined): Tree =>
      (sha === undefined ? undefined : this.#commits.get(sha))?.tree ?? new Map();
    return mergeTrees(tree(from), tree(onto), tree(to), {
      read: (blob) => this.#blobs.get(blob) ?? Buffer.alloc(0),
      write: (bytes) => this.write(bytes),
    });
  }
}

const repositories = defineState(() => new Map<number, Repository>());

/**
 * The repository of a project, made when first asked for: a fork has what its origin has, a project that says it has a
 * default branch a readme, any other is empty.
 */
export function repositoryOf(world: World, project: Project): Repository {
  const known = world.state(repositories).get(project.id);
  if (known !== undefined) return known;
  const origin = project.forkedFromId === undefined ? undefined : world.projects.find(project.forkedFromId);
  const made = origin === undefined ? new Repository(project) : repositoryOf(world, origin).fork(project);
  world.state(repositories).set(project.id, made);
  const branch = project.defaultBranch;
  if (made.isEmpty && branch !== null) {
    const creator = world.users.get(project.creatorId);
    made.commit({
      branch,
      actions: [
        {
          action: 'create',
          path: project.readmePath ?? 'README.md',
          content: `# ${project.name}\n\n${project.description ?? ''}\n`,
        },
      ],
      message: 'Initial commit',
      author: { name: creator.name, email: creator.email, date: commitDate(project.createdAt) },
    });
  }
  return made;
}

/** Lets a seed begin with an empty repository and write the history itself. */
export function createRepository(world: World, project: Project): Repository {
  const made = new Repository(project);
  world.state(repositories).set(project.id, made);
  return made;
}

/** A timestamp as Git dates are printed: with an offset instead of `Z`. */
export function commitDate(timestamp: string): string {
  return timestamp.replace(/Z$/, '+00:00');
}
