import { addBoardList, createBoard } from '../world/boards.ts';
import { addIteration } from '../world/iterations.ts';
import { type Label, createLabel } from '../world/labels.ts';
import { createMilestone } from '../world/milestones.ts';
import type { World } from '../world/world.ts';
import { dateDaysAgo, daysAgo } from './seed.ts';

/** Labels, milestones and boards of the demo: what issues are sorted with. */
export function planning(world: World): void {
  const orbital = world.groups.at('orbital');
  const ground = world.projects.at('orbital/ground-station');
  const acme = world.groups.at('acme');
  const createdAt = daysAgo(world, 368);
  const label = (owner: typeof orbital | typeof ground, name: string, color: string, description: string) =>
    createLabel(world, owner, { name, color, description, createdAt });

  label(orbital, 'bug', '#d9534f', 'Something does not do what it says');
  label(orbital, 'feature', '#5cb85c', 'Something new');
  label(orbital, 'documentation', '#428bca', 'Words, not code');
  const high = label(orbital, 'priority::high', '#c21e56', 'Before anything else');
  const low = label(orbital, 'priority::low', '#dbdbdb', 'When there is time');
  const doing = label(orbital, 'workflow::doing', '#1f75cb', 'Somebody is at it');
  const review = label(orbital, 'workflow::in review', '#6699cc', 'Waits for another pair of eyes');
  label(ground, 'antenna', '#8e44ad', 'Rotators and the serial line to them');
  label(ground, 'decoder', '#f0ad4e', 'Bits to telemetry frames');
  label(ground, 'scheduling', '#34495e', 'Which satellite, and when');
  high.priorities.set(ground.id, 1);
  low.priorities.set(ground.id, 9);
  high.subscribers.add(world.users.named('alice').id);
  createLabel(world, acme, { name: 'bug', color: '#d9534f', createdAt: daysAgo(world, 290) });

  createMilestone(world, ground, {
    title: 'v1.2',
    description: 'Two antennas',
    startDate: dateDaysAgo(world, 150),
    dueDate: dateDaysAgo(world, 90),
    state: 'closed',
    createdAt: daysAgo(world, 160),
  });
  createMilestone(world, ground, {
    title: 'v2.0',
    description: 'Receive and decode without anybody on site',
    startDate: dateDaysAgo(world, 40),
    dueDate: dateDaysAgo(world, -20),
    createdAt: daysAgo(world, 60),
  });
  createMilestone(world, orbital, {
    title: 'Spring campaign',
    description: 'Six weeks of daily passes with KESTREL-2',
    startDate: dateDaysAgo(world, -10),
    dueDate: dateDaysAgo(world, -52),
    createdAt: daysAgo(world, 30),
  });
  createMilestone(world, world.projects.at('acme/site'), {
    title: 'Relaunch',
    dueDate: dateDaysAgo(world, -30),
    createdAt: daysAgo(world, 50),
  });

  // Two weeks each: one behind us, one we are in, one ahead.
  for (const start of [16, 2, -12]) {
    addIteration(world, orbital, {
      startDate: dateDaysAgo(world, start),
      dueDate: dateDaysAgo(world, start - 13),
      createdAt: daysAgo(world, 40),
    });
  }

  const board = createBoard(world, ground, 'Development');
  for (const { id } of [doing, review] satisfies Label[]) addBoardList(world, board, { kind: 'label', targetId: id });
  const overview = createBoard(world, orbital, 'Everything in orbit');
  addBoardList(world, overview, { kind: 'label', targetId: high.id });
}
