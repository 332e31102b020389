import { repositoryOf } from '../world/repository.ts';
import type { World } from '../world/world.ts';
import { attitudeControl } from './code/attitude-control.ts';
import { groundStation } from './code/ground-station.ts';
import { handbook } from './code/handbook.ts';
import { site } from './code/site.ts';
import { telemetryApi } from './code/telemetry-api.ts';
import { History } from './history.ts';

/** The repositories of the demo with their history: branches, tags, open work. Other projects have a readme. */
export function repositories(world: World): void {
  const history = (fullPath: string) => new History(world, world.projects.at(fullPath));
  const telemetry = history('orbital/telemetry-api');
  telemetryApi(telemetry);
  groundStation(history('orbital/ground-station'), telemetry.repository.branches.get('main') ?? '');
  handbook(history('orbital/handbook'));
  attitudeControl(history('orbital/flight/attitude-control'));
  site(history('acme/site'));

  for (const project of world.projects.all()) {
    const repository = repositoryOf(world, project);
    const head = repository.resolve('HEAD');
    if (head === undefined) continue;
    project.statistics.commitCount = repository.log(head.sha).length;
    project.statistics.repositorySize = [...head.tree.values()].reduce(
      (size, { blob }) => size + (repository.blob(blob)?.length ?? 0),
      0,
    );
  }
}
