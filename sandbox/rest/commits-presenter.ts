import type { Commit } from '../world/git-objects.ts';
import type { Project } from '../world/projects.ts';
import { type Repository, repositoryOf } from '../world/repository.ts';
import type { World } from '../world/world.ts';

export interface CommitOptions {
  /** Adds the counts of added and removed lines. */
  readonly stats?: boolean;
}

/** The form of lists: commits of a branch, of a merge request, of a comparison, of a tag. */
export function presentCommit(world: World, project: Project, commit: Commit, options: CommitOptions = {}) {
  const { author, committer, message, parents, sha } = commit;
  const trailers = trailersOf(message);
  return {
    id: sha,
    short_id: sha.slice(0, 8),
    created_at: committer.date,
    parent_ids: parents,
    title: titleOf(message),
    message,
    author_name: author.name,
    author_email: author.email,
    authored_date: author.date,
    committer_name: committer.name,
    committer_email: committer.email,
    committed_date: committer.date,
    trailers: Object.fromEntries([...trailers].map(([name, values]) => [name, values.at(-1) ?? ''])),
    extended_trailers: Object.fromEntries(trailers),
    web_url: world.url(`/${project.fullPath}/-/commit/${sha}`),
    ...(options.stats === true ? { stats: statsOf(repositoryOf(world, project), commit) } : {}),
  };
}

/** The first line; GitLab cuts it when it is very long. */
export function titleOf(message: string): string {
  const line = message.split('\n', 1)[0] ?? '';
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}

function statsOf(repository: Repository, commit: Commit) {
  let additions = 0;
  let deletions = 0;
  for (const file of repository.diffOf(commit)) {
    additions += file.additions;
    deletions += file.deletions;
  }
  return { additions, deletions, total: additions + deletions };
}

/** `Key: value` lines of the last paragraph, when it has nothing else and is not the title. */
export function trailersOf(message: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const paragraphs = message.trimEnd().split(/\n\n+/);
  if (paragraphs.length < 2) return found;
  const lines = (paragraphs.at(-1) ?? '').split('\n');
  for (const line of lines) {
    const match = /^([A-Za-z][A-Za-z0-9-]*): +(.+)$/.exec(line);
    if (match === null) return new Map();
    const [, name = '', value = ''] = match;
    const values = found.get(name) ?? [];
    values.push(value.trim());
    found.set(name, values);
  }
  return found;
}
