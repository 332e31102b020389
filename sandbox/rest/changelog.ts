import { failure } from '../http/refusal.ts';
import { Reply } from '../http/reply.ts';
import type { Commit } from '../world/git-objects.ts';
import { mergeRequestsOf } from '../world/merge-requests.ts';
import type { Project } from '../world/projects.ts';
import type { Repository } from '../world/repository.ts';
import type { World } from '../world/world.ts';
import type { Call } from './call.ts';
import { code } from './code.ts';
import { titleOf, trailersOf } from './commits-presenter.ts';
import { commitOn, requirePush } from './committing.ts';
import { compare } from './pagination.ts';
import { type Values, optional, requires } from './params.ts';
import type { Resource } from './routes.ts';

const path = '/projects/:id/repository/changelog';
const shared = {
  version: requires.string({ blank: false }),
  from: optional.string(),
  to: optional.string(),
  date: optional.timestamp(),
  trailer: optional.string({ default: 'Changelog' }),
  config_file: optional.string(),
  config_file_ref: optional.string(),
};

/** A changelog from the trailers of commits: as text, or committed to a file. */
export const changelog: Resource = {
  routes(routes) {
    routes.get(path, { permission: 'read_repository_changelog', params: shared }, (call) => {
      const { project, repository } = code(call);
      return { notes: notesFor(call, project, repository) };
    });

    const params = {
      ...shared,
      branch: optional.string(),
      file: optional.string({ default: 'CHANGELOG.md' }),
      message: optional.string(),
    };
    routes.post(path, { permission: 'create_repository_changelog', params }, (call) => {
      const { project, repository } = code(call, 'developer');
      const { branch: named, file, message, version } = call.params;
      const branch = named ?? project.defaultBranch ?? '';
      requirePush(call, project, branch);
      const notes = notesFor(call, project, repository);
      const known = repository.fileAt(`refs/heads/${branch}`, file)?.bytes.toString('utf8');
      commitOn(call, project, {
        branch,
        message: message ?? `Add changelog for version ${version}`,
        actions: [
          {
            action: known === undefined ? 'create' : 'update',
            path: file,
            content: known === undefined ? notes : insert(known, notes),
          },
        ],
      });
      return new Reply(200, '');
    });
  },
};

function notesFor(call: Call<Values<typeof shared>>, project: Project, repository: Repository): string {
  const { version, from, to, date, trailer } = call.params;
  if (!/^v?\d+\.\d+\.\d+/.test(version)) throw failed(`The version "${version}" is not valid`);
  const end = repository.resolve(to ?? 'HEAD');
  const start = from === undefined || from === null ? previousTag(repository, version) : repository.resolve(from)?.sha;
  if (end === undefined || start === undefined) {
    throw failed('The commit start range is unspecified, and no previous tag could be found to use instead');
  }
  const commits = repository.log(end.sha, { except: [start] }).toReversed();
  const categories = new Map<string, string[]>();
  for (const commit of commits) {
    const category = trailersOf(commit.message).get(trailer)?.at(-1);
    if (category === undefined) continue;
    const entries = categories.get(category) ?? [];
    entries.push(entryOf(call.world, project, commit));
    categories.set(category, entries);
  }
  const day = (date ?? call.now()).slice(0, 10);
  const sections = [...categories].map(([name, entries]) => {
    const count = entries.length === 1 ? '1 change' : `${entries.length} changes`;
    return `### ${name} (${count})\n\n${entries.join('\n')}\n`;
  });
  const body = sections.length === 0 ? 'No changes.\n' : sections.join('\n');
  return `## ${version.replace(/^v/, '')} (${day})\n\n${body}`;
}

function failed(reason: string) {
  return failure(422, `Failed to generate the changelog: ${reason}`);
}

/** The newest version before the one that is made. */
function previousTag(repository: Repository, version: string): string | undefined {
  const numbers = (name: string) => name.replace(/^v/, '').split('.').map(Number);
  const [a = 0, b = 0, c = 0] = numbers(version);
  const rank = (parts: readonly number[]) => (parts[0] ?? 0) * 1e8 + (parts[1] ?? 0) * 1e4 + (parts[2] ?? 0);
  return [...repository.tags.values()]
    .filter(({ name }) => /^v?\d+\.\d+\.\d+$/.test(name) && rank(numbers(name)) < rank([a, b, c]))
    .sort((x, y) => compare(rank(numbers(y.name)), rank(numbers(x.name))))[0]?.sha;
}

function entryOf(world: World, project: Project, commit: Commit): string {
  const author = world.users.findByEmail(commit.author.email);
  const mergeRequest = mergeRequestsOf(world, project).find(
    ({ versions, mergeCommitSha }) =>
      mergeCommitSha === commit.sha || versions.some(({ headSha }) => headSha === commit.sha),
  );
  const credit = author === undefined ? '' : ` by @${author.username}`;
  const link = mergeRequest === undefined ? '' : ` ([merge request](${project.fullPath}!${mergeRequest.iid}))`;
  return `- [${titleOf(commit.message)}](${project.fullPath}@${commit.sha})${credit}${link}`;
}

/** New sections stand above older ones, below any introduction. */
function insert(known: string, notes: string): string {
  const at = known.search(/^## /m);
  return at === -1 ? `${known.trimEnd()}\n\n${notes}` : `${known.slice(0, at)}${notes}\n${known.slice(at)}`;
}
