import { addAward } from '../world/award-emoji.ts';
import { noteableOf } from '../world/issuable-changes.ts';
import { addVersion, latestVersion } from '../world/merge-requests.ts';
import { addSystemNote } from '../world/notes.ts';
import type { World } from '../world/world.ts';
import { Review } from './review.ts';

/** Merge requests of the demo: merged, closed and open ones, in every state a review can be in. */
export function mergeRequests(world: World): void {
  const ground = new Review(world, world.projects.at('orbital/ground-station'));
  merged(ground);
  abandoned(ground);
  conflicting(ground);
  inReview(ground);
  fromFork(ground);
  approved(ground);
  draft(ground);
  small(new Review(world, world.projects.at('acme/site')));
}

function merged(review: Review): void {
  const passes = review.merged({
    days: 309,
    by: 'bob',
    title: 'Predict passes from two-line elements',
    branch: 'feature/passes',
    description: 'Passes of the coming week, without those below ten degrees.\n\nCloses #2',
    labels: ['feature', 'scheduling'],
    assignee: 'bob',
    reviewers: ['alice'],
    mergedBy: 'alice',
    mergedDays: 304,
  });
  const threshold = review.diffThread(
    passes,
    { path: 'src/scheduling/passes.ts', new: 11 },
    { days: 308, by: 'alice', body: 'Why ten? The runbook says twelve.' },
    { days: 307, by: 'bob', body: 'Twelve was the old mast. I added a comment.' },
  );
  review.resolve(threshold, 'alice', 306);
  review.approve(passes, 'alice', 304.5);

  const limits = review.merged({
    days: 96,
    by: 'alice',
    title: 'Keep the rotator within its limits',
    branch: 'fix/rotator-limits',
    description: 'Clamps both axes before anything goes down the line.\n\nFixes #5',
    labels: ['bug', 'antenna'],
    milestone: 'v1.2',
    assignee: 'alice',
    reviewers: ['erin'],
    mergedBy: 'erin',
    mergedDays: 94,
  });
  review.approve(limits, 'erin', 94.2);
}

function abandoned(review: Review): void {
  review.branch({
    days: 45,
    by: 'erin',
    name: 'spike/network-rotator',
    from: 'v1.2.0',
    message: 'Talk to the rotator over the network',
    path: 'src/antenna/network.ts',
    edit: () => `import { connect } from 'node:net';\n\nexport const line = connect(4533, 'rotator.local');\n`,
  });
  const spike = review.open({
    days: 45,
    by: 'erin',
    title: 'Talk to the rotator over the network',
    branch: 'spike/network-rotator',
    labels: ['antenna', 'priority::low'],
    assignee: 'erin',
  });
  review.comments(spike, {
    days: 44,
    by: 'alice',
    body: 'The mast has no network, and the new controller is a year away. Let us keep the branch in mind.',
  });
  review.close(spike, { userId: review.user('erin').id, at: review.at(43) });
  review.repository.branches.delete('spike/network-rotator');
}

function conflicting(review: Review): void {
  review.branch({
    days: 34,
    by: 'bob',
    name: 'feature/serial-timeout',
    from: 'v1.2.0',
    message: 'Give up on the serial line after five seconds',
    path: 'src/antenna/serial.ts',
    edit: (before) =>
      before.replace(
        `const handle = open(path, 'r+');`,
        `const handle = open(path, 'r+');\n  const deadline = Date.now() + 5000;`,
      ),
  });
  const timeout = review.open({
    days: 34,
    by: 'bob',
    title: 'Give up on the serial line after five seconds',
    branch: 'feature/serial-timeout',
    description: 'Related to #7, from the other side: there the port is missing, here it is silent.',
    labels: ['antenna'],
    assignee: 'bob',
    reviewers: ['erin'],
  });
  review.comments(timeout, {
    days: 32,
    by: 'erin',
    body: 'I rewrote `openPort` yesterday, sorry. This needs a rebase.',
  });
}

function inReview(review: Review): void {
  const { world } = review;
  const repository = review.repository;
  const tip = repository.branches.get('feature/doppler') ?? '';
  const first = repository.resolve(`${tip}~1`)?.sha ?? tip;
  repository.branches.set('feature/doppler', first);
  const doppler = review.open({
    days: 5.9,
    by: 'bob',
    title: 'Correct the receive frequency for Doppler shift',
    branch: 'feature/doppler',
    description: `The formula and its test. Feeding it from the pass comes next.

- [x] formula
- [x] test at both ends of a pass
- [ ] a word in the documentation

Closes #8`,
    labels: ['feature', 'decoder', 'workflow::in review'],
    milestone: 'v2.0',
    assignee: 'bob',
    reviewers: ['alice'],
    squash: true,
  });
  const constant = review.diffThread(
    doppler,
    { path: 'src/decoder/doppler.ts', new: 1 },
    {
      days: 5.6,
      by: 'alice',
      body: 'Say what it is, there are other lights here.\n\n```suggestion:-0+0\n/** Metres per second. */\nconst speedOfLight = 299_792_458;\n```',
    },
    { days: 5.5, by: 'bob', body: 'Fair. After the test is green.' },
  );
  const missing = review.thread(
    doppler,
    { days: 5.4, by: 'alice', body: 'A test at both ends of a pass, please: the sign is what everybody gets wrong.' },
    { days: 5, by: 'bob', body: 'Done.' },
  );
  repository.branches.set('feature/doppler', tip);
  addVersion(world, doppler, review.at(5));
  addSystemNote(world, noteableOf(doppler), {
    body: `added 1 commit\n\n<ul><li>${tip.slice(0, 8)} - Test the Doppler correction at both ends of a pass</li></ul>\n\n[Compare with previous version](/orbital/ground-station/-/merge_requests/${doppler.iid}/diffs?diff_id=${latestVersion(doppler)?.id}&start_sha=${first})`,
    authorId: review.user('bob').id,
    createdAt: review.at(5),
  });
  review.resolve(missing?.notes ?? [], 'alice', 4.8);
  review.diffThread(
    doppler,
    { path: 'src/decoder/doppler.ts', new: 5 },
    { days: 4.7, by: 'alice', body: 'What happens for a rate near zero, does the receiver hunt?' },
    { days: 4.5, by: 'bob', body: 'It retunes in steps of 50 Hz, so no. I will write that down.' },
    { days: 1.5, by: 'alice', body: 'Did you?' },
  );
  review.comments(doppler, { days: 4.4, by: 'erin', body: 'Works on the second mast :tada:' });
  addAward(
    world,
    { type: 'MergeRequest', id: doppler.id },
    { name: 'thumbsup', userId: review.user('erin').id, createdAt: review.at(4.4) },
  );
  addAward(
    world,
    { type: 'Note', id: constant[0]?.id ?? 0 },
    { name: 'bulb', userId: review.user('bob').id, createdAt: review.at(5.5) },
  );
  const [alice] = doppler.reviewers;
  if (alice !== undefined) alice.state = 'reviewed';
}

function fromFork(review: Review): void {
  const fork = review.world.projects.at('bob/ground-station');
  review.branch({
    days: 3.6,
    by: 'bob',
    name: 'feature/horizon-mask',
    from: 'main',
    message: 'Mask the horizon per azimuth',
    path: 'src/scheduling/horizon.ts',
    edit: () => `/** Degrees of trees and hills, every thirty degrees of azimuth. */
export const mask = [4, 6, 12, 12, 9, 3, 2, 2, 5, 8, 8, 5];

export function isHidden(azimuth: number, elevation: number): boolean {
  return elevation < (mask[Math.floor(azimuth / 30)] ?? 0);
}
`,
    project: fork,
  });
  const mask = review.open({
    days: 3.5,
    by: 'bob',
    title: 'Mask the horizon per azimuth',
    branch: 'feature/horizon-mask',
    description: 'Ten degrees everywhere is too careful in the south. See #13.',
    labels: ['feature', 'scheduling'],
    source: fork,
  });
  mask.allowCollaboration = true;
}

function approved(review: Review): void {
  const stall = review.open({
    days: 1.1,
    by: 'erin',
    title: 'Report a stalled rotator instead of waiting for ever',
    branch: 'fix/rotator-stall',
    description: 'Reads the error register before every move.\n\nFixes #10',
    labels: ['bug', 'antenna', 'priority::high'],
    assignee: 'erin',
    reviewers: ['alice'],
  });
  const runbook = review.diffThread(
    stall,
    { path: 'docs/runbook/antenna-stall.md', new: 4 },
    { days: 0.9, by: 'carol', body: 'Does that command need somebody at the mast?' },
    { days: 0.85, by: 'erin', body: 'No, it goes over the serial line too.' },
  );
  review.resolve(runbook, 'carol', 0.8);
  review.approve(stall, 'alice', 0.5);
}

function draft(review: Review): void {
  review.open({
    days: 0.7,
    by: 'erin',
    title: 'Draft: Describe the handover between duties',
    branch: 'docs/duty-handover',
    labels: ['documentation'],
    assignee: 'erin',
  });
}

function small(review: Review): void {
  review.branch({
    days: 2,
    by: 'bob',
    name: 'lighter-headline',
    from: 'main',
    message: 'Lighten the headline',
    path: 'styles/main.css',
    edit: (before) => before.replace('#1f75cb', '#428fdc'),
  });
  review.open({
    days: 2,
    by: 'bob',
    title: 'Lighten the headline',
    branch: 'lighter-headline',
    assignee: 'bob',
    reviewers: ['alice'],
  });
}
