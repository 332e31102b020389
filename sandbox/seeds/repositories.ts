import type { Project } from '../world/projects.ts';
import { repositoryOf } from '../world/repository.ts';
import type { World } from '../world/world.ts';
import { attitudeControl } from './code/attitude-control.ts';
import { groundStation } from './code/ground-station.ts';
import { handbook } from './code/handbook.ts';
import { site } from './code/site.ts';
import { telemetryApi } from './code/telemetry-api.ts';
import { History } from './history.ts';
import { daysAgo } from './seed.ts';

/** The repositories of the demo with their history: branches, tags, open work. Other projects have a readme. */
export function repositories(world: World): void {
  const history = (fullPath: string) => new History(world, world.projects.at(fullPath));
  const telemetry = history('orbital/telemetry-api');
  telemetryApi(telemetry);
  groundStation(history('orbital/ground-station'), telemetry.repository.branches.get('main') ?? '');
  handbook(history('orbital/handbook'));
  attitudeControl(history('orbital/flight/attitude-control'));
  site(history('acme/site'));

  for (const path of ['orbital/ground-station', 'orbital/telemetry-api', 'orbital/handbook', 'acme/site']) {
    recentPushes(world, world.projects.at(path));
  }
  for (const project of world.projects.all()) {
    const repository = repositoryOf(world, project);
    const head = repository.resolve('HEAD');
    if (head === undefined) continue;
    project.statistics.repositorySize = [...head.tree.values()].reduce(
      (size, { blob }) => size + (repository.blob(blob)?.length ?? 0),
      0,
    );
  }
}

/** The activity of the last months: every commit that is the head of a branch, or was that of the default branch. */
function recentPushes(world: World, project: Project): void {
  const repository = repositoryOf(world, project);
  const since = daysAgo(world, 100);
  for (const [ref, head] of repository.branches) {
    const isDefault = ref === project.defaultBranch;
    const main = repository.branches.get(project.defaultBranch ?? '') ?? '';
    const commits = repository.log(head, { firstParent: true, except: isDefault ? [] : [main] }).toReversed();
    for (const [index, commit] of commits.entries()) {
      const createdAt = new Date(commit.committer.date).toISOString();
      const author = world.users.findByEmail(commit.author.email);
      if (createdAt < since || author === undefined) continue;
      const isNew = index === 0 && !isDefault;
      world.recordEvent({
        projectId: project.id,
        actionName: isNew ? 'pushed new' : 'pushed to',
        targetType: null,
        targetId: null,
        targetIid: null,
        targetTitle: null,
        authorId: author.id,
        createdAt,
        pushData: {
          commitCount: 1,
          action: isNew ? 'created' : 'pushed',
          refType: 'branch',
          commitFrom: isNew ? null : (commit.parents[0] ?? null),
          commitTo: commit.sha,
          ref,
          commitTitle: commit.message.split('\n', 1)[0] ?? '',
        },
      });
    }
  }
}
