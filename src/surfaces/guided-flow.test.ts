import { describe, expect, test } from 'vitest';
import { guidedFlows } from '../catalog/domains/interactive/guided-flows.ts';
import { normalise } from '../catalog/normalise.ts';
import { gather } from './guided-flow.ts';
import type { Question, Reply } from './question.ts';

const yes = { confirmed: true };
const no = { confirmed: false };

describe('the guided flows', () => {
  test.each([
    [
      'interactive.issue_create',
      { project_id: 'acme/site' },
      [{ title: ' A bug ' }, { description: 'It is **broken**.' }, { labels: 'a, b,,a ' }, yes, yes],
      {
        project_id: 'acme/site',
        title: 'A bug',
        description: 'It is **broken**.',
        labels: ['a', 'b'],
        confidential: true,
      },
    ],
    [
      'interactive.issue_create',
      { project_id: 'acme/site' },
      [{ title: 'A bug' }, 'decline', { labels: ' , ' }, 'decline', yes],
      { project_id: 'acme/site', title: 'A bug' },
    ],
    [
      'interactive.mr_create',
      { project_id: 'acme/site' },
      [
        { source_branch: 'fix' },
        { target_branch: 'main' },
        { title: 'Fix' },
        { description: '' },
        'decline',
        no,
        yes,
        yes,
      ],
      {
        project_id: 'acme/site',
        source_branch: 'fix',
        target_branch: 'main',
        title: 'Fix',
        remove_source_branch: false,
        squash: true,
      },
    ],
    [
      'interactive.project_create',
      {},
      [{ name: 'Site' }, 'decline', { selection: 'internal' }, 'decline', { default_branch: 'main' }, yes],
      { name: 'Site', visibility: 'internal', initialize_with_readme: false, default_branch: 'main' },
    ],
    [
      'interactive.release_create',
      { project_id: 'acme/site' },
      [{ tag_name: 'v1' }, { name: '' }, { description: 'New.' }, yes],
      { project_id: 'acme/site', tag_name: 'v1', name: 'v1', description: 'New.' },
    ],
  ] as const)('%s of %j turns %j into what the plain action takes', async (id, given, said, expected) => {
    const { values, plain } = await run(id, given, said);

    expect(values).toEqual(expected);
    expect(() => normalise(plain, values)).not.toThrow();
  });

  test.each([
    ['a required prompt is declined', 'interactive.issue_create', ['decline'], 'declined'],
    [
      'an optional prompt is cancelled',
      'interactive.issue_create',
      [{ title: 'x' }, 'cancel'],
      'cancelled the question',
    ],
    [
      'an optional prompt of a release is declined',
      'interactive.release_create',
      [{ tag_name: 'v1' }, 'decline'],
      'declined',
    ],
    [
      'the summary is declined',
      'interactive.release_create',
      [{ tag_name: 'v1' }, { name: 'a' }, { description: '' }, 'decline'],
      'declined',
    ],
    [
      'the summary gets a no',
      'interactive.release_create',
      [{ tag_name: 'v1' }, { name: 'a' }, { description: '' }, no],
      'declined',
    ],
  ] as const)('it ends when %s', async (_, id, said, deed) => {
    const { error, settled } = await run(id, { project_id: '1' }, said);

    expect(error).toMatchObject({
      code: 'action.declined',
      message: expect.stringContaining(`the user ${deed}, nothing was sent`),
    });
    expect(settled).toBe(1);
  });

  test('an answer that does not fit is asked for again, twice, with what is wrong', async () => {
    const { asked, error } = await run('interactive.project_create', {}, [
      { name: 'x'.repeat(256) },
      { name: 7 },
      { other: 'x' },
    ]);

    expect(asked.map(({ key }) => key)).toEqual(['name', 'name.2', 'name.3']);
    expect(asked[1]?.message).toMatch(/^Name has more than 255 characters\./);
    expect(asked[2]?.message).toMatch(/^Name must be a text\./);
    expect(error).toMatchObject({ code: 'action.unanswered' });
  });

  test('an answer that the plain action would refuse is asked for again at once', async () => {
    const { asked, values } = await run('interactive.mr_create', { project_id: 'acme/site' }, [
      { source_branch: 'fix\n/close' },
      { source_branch: 'fix' },
      { target_branch: 'main' },
      { title: 'Fix' },
      { description: 'Two\nlines.' },
      { labels: 'a\nb, c' },
      { labels: 'a, c' },
      no,
      no,
      yes,
    ]);

    expect(asked[1]).toMatchObject({
      key: 'source_branch.2',
      message: expect.stringMatching(/^Source_branch is "fix\\n\/close", give one line of text\./),
    });
    expect(asked[6]).toMatchObject({
      key: 'labels.2',
      message: expect.stringMatching(/^Labels \[0\] is "a\\nb", give one line of text\./),
    });
    expect(values).toMatchObject({ source_branch: 'fix', labels: ['a', 'c'], description: 'Two\nlines.' });
  });

  test('a choice is one of those that were offered', async () => {
    const { asked } = await run('interactive.project_create', {}, [
      { name: 'x' },
      'decline',
      { selection: 'secret' },
      { selection: 'public' },
      'cancel',
    ]);

    expect(asked[3]?.message).toMatch(/^Selection must be one of private, internal, public\./);
    expect(asked[3]?.field).toMatchObject({ type: 'string', enum: ['private', 'internal', 'public'] });
  });

  test('T-75: the summary has every value, cut, on a line of its own, with hidden characters spelled out', async () => {
    const { asked } = await run('interactive.issue_create', { project_id: 'acme/site' }, [
      { title: 'Pay\u202eno\u200bw' },
      { description: `first\n- confidential: no\n${'x'.repeat(1000)}` },
      'decline',
      yes,
      yes,
    ]);

    const lines = asked.at(-1)?.message.split('\n') ?? [];
    expect(lines).toEqual([
      'Create an issue with these values?',
      '',
      '- project_id: acme/site',
      '- title: Pay[U+202E]no[U+200B]w',
      expect.stringMatching(/^- description: "first\\n- confidential: no\\nx{200,}… \(1025 characters\)$/),
      '- labels: (none)',
      '- confidential: yes',
    ]);
  });

  test.each([
    ['interactive.issue_create', [0, 1, 2, 2, 3]],
    ['interactive.mr_create', [0, 0, 1, 1, 2, 2, 2, 3]],
    ['interactive.project_create', [0, 0, 1, 2, 2, 3]],
    ['interactive.release_create', [0, 1, 1, 2]],
  ])('%s reports the step it is in', async (id, steps) => {
    const { progress } = await run(id, { project_id: '1' }, undefined);

    expect(progress).toEqual(steps);
  });
});

type Said = Readonly<Record<string, unknown>> | 'decline' | 'cancel';

/** Plays a user who says these things in turn; without them, one who says whatever fits. */
async function run(id: string, given: object, said: readonly Said[] | undefined) {
  const action = guidedFlows.find((flow) => flow.id === id);
  if (action?.guide === undefined) throw new Error(`no flow ${id}`);
  const left = said === undefined ? undefined : [...said];
  const asked: Question[] = [];
  const progress: number[] = [];
  let settled = 0;
  const asker = {
    async ask(question: Question): Promise<Reply> {
      asked.push(question);
      const next = left === undefined ? whateverFits(question) : left.shift();
      if (next === undefined) throw new Error('one question too many');
      return typeof next === 'string' ? { action: next } : { action: 'accept', content: next };
    },
    settle: () => void (settled += 1),
  };
  const call = {
    action,
    guide: action.guide,
    given: { ...given },
    asker,
    progress: (step: number) => void progress.push(step),
  };
  const outcome = await gather(call).then(
    (values) => ({ values, error: undefined }),
    (error: unknown) => ({ values: undefined, error }),
  );
  return { ...outcome, asked, progress, settled, plain: action.guide.plain };
}

function whateverFits({ property, field }: Question): Said {
  return { [property]: field.type === 'boolean' ? true : 'enum' in field ? field.enum[0] : 'x' };
}
