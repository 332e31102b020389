import { createEpic, setParent } from '../world/epics.ts';
import { findIssueByIid } from '../world/issues.ts';
import { labelsOfGroup } from '../world/labels.ts';
import { addNote } from '../world/notes.ts';
import type { World } from '../world/world.ts';
import { dateDaysAgo, daysAgo } from './seed.ts';

/** What the issues of the ground station add up to: seen with a licence only. */
export function epics(world: World): void {
  const orbital = world.groups.at('orbital');
  const ground = world.projects.at('orbital/ground-station');
  const carol = world.users.named('carol').id;
  const feature = labelsOfGroup(world, orbital, { ancestors: true }).find(({ name }) => name === 'feature');

  const unattended = createEpic(world, orbital, {
    title: 'Passes without anybody on site',
    description: 'From the schedule to decoded frames, at night and at weekends.',
    authorId: carol,
    labelIds: feature === undefined ? [] : [feature.id],
    startDate: dateDaysAgo(world, 60),
    dueDate: dateDaysAgo(world, -20),
    createdAt: daysAgo(world, 62),
  });
  const pointing = createEpic(world, orbital, {
    title: 'Pointing we can trust',
    description: 'Less than half a degree off, in any wind.',
    authorId: carol,
    createdAt: daysAgo(world, 58),
  });
  setParent(world, pointing.id, unattended);
  for (const iid of [8, 10]) {
    const issue = findIssueByIid(world, ground, iid);
    if (issue !== undefined) setParent(world, issue.id, iid === 8 ? unattended : pointing);
  }
  addNote(
    world,
    { type: 'Epic', id: unattended.id, iid: unattended.iid, projectId: null },
    {
      body: 'The night shift ends in April, so this has to work by then.',
      authorId: carol,
      createdAt: daysAgo(world, 61),
    },
  );
}
