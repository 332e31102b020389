import { describe, expect, test } from 'vitest';
import type { Action } from '../../src/catalog/action.ts';
import type { GitLabApi, LocalFiles } from '../../src/catalog/call.ts';
import { domains } from '../../src/catalog/domains.ts';
import { execute } from '../../src/catalog/execute.ts';
import { AppError } from '../../src/errors/app-error.ts';
import { parseInstance } from '../../src/gitlab/instance.ts';
import { ResponseHeaders } from '../../src/gitlab/response-headers.ts';
import { leastInput } from './example-input.ts';
import { readFacts } from './facts.ts';

/** Actions that are known to take more than one request, or to move a file. */
const facts = readFacts();
const long = new Set(['multi', 'poll', 'loop', 'file_in']);
const actions = domains.flat().filter(({ id }) => facts.get(id)?.flags.some((flag) => long.has(flag)));

/** With the least they take, or in a world without more, they need one. */
const oneHere: ReadonlySet<string> = new Set([
  'achievement.create',
  'achievement.update',
  'job.wait',
  'pipeline.wait',
  'release.get_latest',
  'repository.read_submodule_file',
]);

/** What their example lacks: where bytes come from. */
const bytes = Buffer.alloc(200_000, 'x').toString('base64');
const inputs: Readonly<Record<string, object>> = {
  'package.publish_directory': { directory_path: '/files' },
  'release.link_create_batch': {
    links: [1, 2, 3].map((number) => ({ name: `file ${number}`, url: `https://example.com/${number}` })),
  },
};

describe('T-74: what takes several requests, or moves a file, says how far it is', () => {
  test.each(actions.map((action) => ({ id: action.id, action })))('$id', async ({ action }) => {
    const { requests, reports } = await run(action);

    expect(requests >= 2 || movesFile(action) || oneHere.has(action.id)).toBe(true);
    if (requests < 2 && !movesFile(action)) return;
    expect(reports).not.toEqual([]);
    expect(reports.map(({ progress }) => progress)).toEqual(
      reports.map(({ progress }) => progress).toSorted((a, b) => a - b),
    );
    for (const { progress, total, message } of reports) {
      expect(message).toMatch(/^\p{L}.{4,}/u);
      expect(progress).toBeLessThanOrEqual(total ?? Number.POSITIVE_INFINITY);
    }
  });

  test('those are most of them', () => {
    expect(actions.length).toBeGreaterThan(35);
  });
});

test('nobody is told anything, and no request is counted, where nobody wants to hear of it', async () => {
  const action = domains.flat().find(({ id }) => id === 'project.milestone_get');
  if (action === undefined) throw new Error('no such action');
  let seen: GitLabApi | undefined;
  const given = gitlabThatKnowsEverything(() => undefined);

  await execute(
    { ...action, run: async (call) => void (seen = call.gitlab) },
    { project_id: '1', milestone_iid: 7 },
    callerOf(given),
    {
      signal: new AbortController().signal,
      confirmed: true,
    },
  );

  expect(seen).toBe(given);
});

function movesFile({ id }: Action): boolean {
  return facts.get(id)?.flags.includes('file_in') === true && !id.startsWith('achievement.');
}

async function run(action: Action) {
  let requests = 0;
  const reports: {
    readonly progress: number;
    readonly total: number | undefined;
    readonly message: string | undefined;
  }[] = [];
  const gitlab = gitlabThatKnowsEverything(() => {
    requests += 1;
  });
  const upload =
    'content_base64' in action.params
      ? { content_base64: bytes, ...('filename' in action.params ? { filename: 'a.png' } : {}) }
      : {};
  await execute(action, { ...leastInput(action), ...upload, ...inputs[action.id] }, callerOf(gitlab), {
    signal: new AbortController().signal,
    confirmed: true,
    files,
    progress: (progress, total, message) => void reports.push({ progress, total, message }),
  }).catch((error: unknown) => {
    // The world made up here may lack what is looked for; how far it was counts.
    if (!(error instanceof AppError)) throw error;
  });
  return { requests, reports };
}

const files: LocalFiles = {
  read: async () => ({ name: 'a.png', content: new Uint8Array(100_000) }),
  write: () => Promise.reject(new Error('nothing is written')),
  list: async () => ['a', 'b', 'c'].map((name) => ({ name, path: `/files/${name}` })),
};

function callerOf(gitlab: GitLabApi) {
  const policy = {
    tier: 'ultimate',
    gitlabCom: true,
    readOnly: false,
    safeMode: false,
    yolo: false,
    excluded: new Set<string>(),
    adminMode: true,
  } as const;
  return { gitlab, policy };
}

/** Has whatever is looked for, so that an action goes on to its end. */
function gitlabThatKnowsEverything(onRequest: () => void): GitLabApi {
  return {
    instance: parseInstance('https://gitlab.example'),
    async send({ method, form, query, path }) {
      onRequest();
      const body = form?.open();
      if (body !== undefined && !Buffer.isBuffer(body)) for await (const piece of body) void piece;
      const place = { parent_id: null, namespace: { id: 7, full_path: 'acme/site' } };
      const object = { id: 7, iid: Number(/\d+/.exec(decodeURIComponent(query ?? ''))?.[0] ?? 1), status: 'success' };
      const isLookUp = path.endsWith('milestones');
      return {
        status: 200,
        headers: new ResponseHeaders({}),
        body: isLookUp ? [object] : method === 'GET' ? { ...object, ...place } : object,
      };
    },
    graphql: async () => {
      onRequest();
      return { data: anything };
    },
    stream: () => Promise.reject(new Error('nothing is downloaded')),
  };
}

const epic = {
  id: 'gid://gitlab/WorkItem/7',
  iid: '7',
  workItemType: { id: 'gid://gitlab/WorkItems::Type/8', name: 'Epic' },
  widgets: [],
};

/** An object that has every key, however deep; the one work item there is is an epic. */
const anything: object = new Proxy(
  {},
  {
    get: (_, key) => (key === 'errors' ? [] : key === 'workItem' ? epic : anything),
    getOwnPropertyDescriptor: (_, key) => ({
      configurable: true,
      enumerable: true,
      value: Reflect.get(anything, key) as unknown,
    }),
    has: () => true,
  },
);
