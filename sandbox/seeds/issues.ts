import { addAward } from '../world/award-emoji.ts';
import { linkIssues } from '../world/issues.ts';
import type { World } from '../world/world.ts';
import { Story } from './story.ts';

const hour = 3600;

/** Issues of the demo, oldest first: a year at the ground station, and a few of `acme/site` for exact assertions. */
export function issues(world: World): void {
  groundStation(new Story(world, world.projects.at('orbital/ground-station')));
  site(new Story(world, world.projects.at('acme/site')));
  const handbook = new Story(world, world.projects.at('orbital/handbook'));
  handbook.issue({
    days: 90,
    by: 'carol',
    title: 'Say who decides when a pass is missed',
    labels: ['documentation'],
    closed: { days: 3, by: 'erin' },
  });
}

function groundStation(story: Story): void {
  const { world } = story;
  story.issue({
    days: 367,
    by: 'alice',
    title: 'Point the dish from the command line',
    description: 'We walk out to the mast with a notebook. Let us not.',
    labels: ['feature', 'antenna'],
    assignee: 'alice',
    closed: { days: 365, by: 'alice' },
  });
  story.issue({
    days: 330,
    by: 'carol',
    title: 'Know the passes of the coming week',
    description:
      'Whoever plans the duties needs the passes seven days ahead, **without** the ones that never clear the trees.',
    labels: ['feature', 'scheduling'],
    assignee: 'bob',
  });
  story.issue({
    days: 250,
    by: 'carol',
    title: 'Read what we record',
    description: 'Recordings pile up. The frame format is in the specification of the telemetry API.',
    labels: ['feature', 'decoder'],
    assignee: 'bob',
    closed: { days: 240, by: 'bob' },
  });
  const jumps = story.issue({
    days: 195,
    by: 'erin',
    title: 'The frame counter jumps by years',
    description:
      '```\n2025-08-19T04:11:02Z frame 88213\n2025-08-19T04:11:03Z frame 4294967101\n```\n\nThe archive sorts by counter.',
    labels: ['bug', 'decoder', 'priority::high'],
    assignee: 'alice',
    closed: { days: 188, by: 'alice' },
  });
  story.comments(
    jumps,
    { days: 194.8, by: 'bob', body: 'A single bit flip in byte 4. We never look at the checksum.' },
    { days: 194.5, by: 'alice', body: 'Then let us look at it. @bob do you remember which polynomial they use?' },
    { days: 194.4, by: 'bob', body: 'CRC-16/CCITT, start value `0xffff`.' },
  );
  story.issue({
    days: 103,
    by: 'erin',
    title: 'The rotator drives past its end stop',
    description: 'An azimuth of 470° is accepted, and the cable pays for it.',
    labels: ['bug', 'antenna', 'priority::high'],
    milestone: 'v1.2',
    assignee: 'alice',
  });
  story.issue({
    days: 70,
    by: 'carol',
    title: 'Explain the project to newcomers',
    description: 'Two people asked this week where to begin.',
    labels: ['documentation'],
    assignee: 'carol',
    closed: { days: 61, by: 'carol' },
  });
  story.issue({
    days: 40,
    by: 'erin',
    title: 'The serial adapter is not there yet after a power cut',
    labels: ['bug', 'antenna'],
    milestone: 'v2.0',
    assignee: 'erin',
    closed: { days: 33, by: 'erin' },
  });

  const doppler = story.issue({
    days: 20,
    by: 'bob',
    title: 'Correct for Doppler shift while receiving',
    description: `At 437 MHz a low orbit moves the carrier by ten kilohertz during a pass. The receiver follows by hand today.

- [x] the formula, with a test at both ends of a pass
- [ ] feed the range rate from the predicted pass
- [ ] retune every second while a pass lasts

Needed for the %"Spring campaign".`,
    labels: ['feature', 'decoder', 'workflow::in review'],
    milestone: 'v2.0',
    assignee: 'bob',
    weight: 3,
    due: -6,
    estimate: 12 * hour,
  });
  story.spend(doppler, { days: 6, by: 'bob', seconds: 5 * hour, summary: 'Formula and tests' });
  story.comments(doppler, {
    days: 19,
    by: 'carol',
    body: 'KESTREL-2 transmits twice as narrow. Without this we lose the first and the last two minutes.',
  });
  story.issue({
    days: 14,
    by: 'carol',
    title: 'Show the next pass on the status page',
    labels: ['feature', 'scheduling'],
    milestone: 'v2.0',
    assignee: 'bob',
    closed: { days: 9, by: 'bob' },
  });
  const stall = story.issue({
    days: 7,
    by: 'erin',
    type: 'incident',
    severity: 'HIGH',
    title: 'Rotator stalls in freezing rain, pass lost',
    description: `The antenna stopped at azimuth 112° two minutes into the pass of 03:40 and stayed there.

Nothing reported it: \`pointAt\` waits for an answer that never comes.`,
    labels: ['bug', 'antenna', 'priority::high', 'workflow::in review'],
    assignee: 'erin',
    estimate: 4 * hour,
  });
  story.thread(
    stall,
    { days: 6.9, by: 'alice', body: 'Do we have the error register from that night?' },
    { days: 6.8, by: 'erin', body: 'Code 7. It was ice, see the runbook.' },
    {
      days: 6.7,
      by: 'alice',
      body: 'Then we could have known. The status command is one line, let us ask before every move.',
    },
  );
  story.comments(stall, {
    days: 6.5,
    by: 'carol',
    body: 'The customer was told that the pass is repeated tonight. Please keep this between us for now.',
    internal: true,
  });
  story.spend(stall, { days: 1.2, by: 'erin', seconds: 3 * hour, summary: 'Status register' });
  story.issue({
    days: 6,
    by: 'alice',
    title: 'Rotate the uplink credentials',
    description: 'The old ones were in a screenshot of the shift report.',
    labels: ['priority::high'],
    confidential: true,
    assignee: 'erin',
    due: -1,
  });
  const receivers = story.issue({
    days: 4,
    by: 'stranger',
    title: 'Support a second kind of receiver',
    description: 'I run a station at home with a cheap receiver and would love to use this. Is a pull request welcome?',
    labels: ['feature', 'priority::low'],
  });
  for (const name of ['alice', 'bob', 'erin']) {
    addAward(
      world,
      { type: 'Issue', id: receivers.id },
      { name: 'thumbsup', userId: story.user(name).id, createdAt: story.at(3.5) },
    );
  }
  story.comments(receivers, {
    days: 3.8,
    by: 'bob',
    body: 'Very. Have a look at `src/decoder`, it does not care where bytes come from.',
  });
  const both = story.issue({
    days: 3,
    by: 'carol',
    title: 'Plan passes for both antennas at once',
    description: `The second mast is up. Two passes that overlap can both be taken when

1. [x] both antennas see the satellite
2. [ ] the receivers are on different bands
3. [ ] somebody is on duty

@alice could you say how the schedule knows about masts?`,
    labels: ['feature', 'scheduling'],
    milestone: 'v2.0',
    weight: 5,
  });
  story.issue({
    days: 1,
    by: 'bob',
    title: 'The wind test fails one run in ten',
    description: 'Only on the shared runner. The gust of 12 degrees is to blame, or the clock is.',
    labels: ['bug', 'antenna'],
    assignee: 'erin',
  });

  linkIssues(world, doppler, both, 'relates_to', story.at(2.5));
  linkIssues(world, stall, both, 'blocks', story.at(2.4));
}

function site(story: Story): void {
  story.issue({
    days: 40,
    by: 'alice',
    title: 'Sort the menu',
    labels: ['bug'],
    assignee: 'bob',
    closed: { days: 0.2, by: 'alice' },
  });
  const slow = story.issue({
    days: 30,
    by: 'bob',
    title: 'The front page is slow',
    description: 'Four seconds on a phone.',
    labels: ['bug', 'performance'],
    milestone: 'Relaunch',
    assignee: 'bob',
  });
  story.comments(slow, { days: 29, by: 'alice', body: 'Is it the hero image?' });
  story.issue({ days: 10, by: 'alice', title: 'Prices before the announcement', confidential: true });
}
