import type { Commit, Signature, TreeFile } from '../world/git-objects.ts';
import type { Project } from '../world/projects.ts';
import { type FileAction, type Repository, commitDate, createRepository } from '../world/repository.ts';
import type { World } from '../world/world.ts';
import { daysAgo } from './seed.ts';

interface Step {
  /** Days before the world begins. */
  readonly days: number;
  /** Username of the author. */
  readonly by: string;
  readonly message: string;
}

export interface Change extends Step {
  /** Default: the branch the history is about. */
  readonly branch?: string;
  /** Where a new branch begins. */
  readonly from?: string;
  /** Files by path, new or replaced. */
  readonly write?: Readonly<Record<string, string | Buffer>>;
  /** Replacements in files that exist: pairs of old and new text. */
  readonly edit?: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  readonly remove?: readonly string[];
  /** New path to old path. */
  readonly move?: Readonly<Record<string, string>>;
  readonly executable?: readonly string[];
  /** Path of a submodule to the commit it is pinned to. */
  readonly submodules?: Readonly<Record<string, string>>;
}

/** Tells the history of a repository commit by commit, oldest first. */
export class History {
  readonly repository: Repository;
  readonly #world: World;
  readonly #branch: string;
  #count = 0;

  constructor(world: World, project: Project, branch = 'main') {
    this.#world = world;
    this.#branch = branch;
    this.repository = createRepository(world, project);
  }

  commit(change: Change): Commit {
    const { message, branch = this.#branch } = change;
    const base = this.repository.branches.has(branch) ? branch : (change.from ?? 'HEAD');
    const author = this.#signature(change);
    const made = this.repository.commit({
      branch,
      startRef: change.from,
      message,
      author,
      actions: this.#actions(change, base),
    });
    return change.submodules === undefined ? made : this.#pin(made, branch, change.submodules);
  }

  /** Joins a branch into another with a merge commit, as a merged merge request leaves it. */
  merge(step: Omit<Step, 'message'> & { readonly branch: string; readonly into?: string; readonly message?: string }) {
    const { repository } = this;
    const { branch, into = this.#branch } = step;
    const message = step.message ?? `Merge branch '${branch}' into '${into}'`;
    const ours = repository.branches.get(into) ?? '';
    const theirs = repository.branches.get(branch) ?? '';
    const merged = repository.merge(ours, theirs);
    if (merged.kind === 'conflict') throw new Error(`${branch} conflicts in ${merged.paths.join(', ')}`);
    const details = { tree: merged.tree, parents: [ours, theirs], author: this.#signature(step), message };
    const commit = repository.createCommit(details);
    repository.branches.set(into, commit.sha);
    return commit;
  }

  /** An annotated tag, or a lightweight one when it has no message. */
  tag(name: string, step: Omit<Step, 'message'> & { readonly ref?: string; readonly message?: string }): void {
    const sha = this.repository.resolve(step.ref ?? this.#branch)?.sha ?? '';
    const { message } = step;
    const annotation =
      message === undefined
        ? undefined
        : {
            sha: this.#world.hex(40),
            message,
            tagger: this.#signature(step),
            createdAt: daysAgo(this.#world, step.days),
          };
    this.repository.tags.set(name, { name, sha, annotation });
  }

  #actions(change: Change, base: string): FileAction[] {
    const { write = {}, edit = {}, remove = [], move = {}, executable = [] } = change;
    const exists = (path: string) => !this.repository.isEmpty && this.repository.fileAt(base, path) !== undefined;
    return [
      ...Object.entries(move).map(([path, previousPath]): FileAction => ({ action: 'move', path, previousPath })),
      ...Object.entries(write).map(
        ([path, content]): FileAction => ({ action: exists(path) ? 'update' : 'create', path, content }),
      ),
      ...Object.entries(edit).map(
        ([path, changes]): FileAction => ({ action: 'update', path, content: this.#edited(base, path, changes) }),
      ),
      ...remove.map((path): FileAction => ({ action: 'delete', path })),
      ...executable.map((path): FileAction => ({ action: 'chmod', path, executable: true })),
    ];
  }

  #edited(base: string, path: string, changes: readonly (readonly [string, string])[]): string {
    let text = this.repository.fileAt(base, path)?.bytes.toString('utf8') ?? '';
    for (const [before, after] of changes) {
      if (!text.includes(before)) throw new Error(`${path} does not have: ${before}`);
      text = text.replace(before, () => after);
    }
    return text;
  }

  #pin(commit: Commit, branch: string, submodules: Readonly<Record<string, string>>): Commit {
    const tree = new Map<string, TreeFile>(commit.tree);
    for (const [path, blob] of Object.entries(submodules)) tree.set(path, { mode: '160000', blob });
    const { parents, author, message } = commit;
    const pinned = this.repository.createCommit({ tree, parents, author, message });
    this.repository.branches.set(branch, pinned.sha);
    return pinned;
  }

  #signature({ by, days }: Omit<Step, 'message'>): Signature {
    const { name, email } = this.#world.users.named(by);
    return { name, email, date: commitDate(daysAgo(this.#world, days - this.#timeOfDay(days))) };
  }

  /** Nobody commits at the same minute every day: up to eight hours later, except for what is recent. */
  #timeOfDay(days: number): number {
    this.#count += 1;
    return days < 2 ? 0 : ((this.#count * 137) % 480) / (24 * 60);
  }
}
