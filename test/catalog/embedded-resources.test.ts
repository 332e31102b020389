import { describe, expect, test } from 'vitest';
import type { Action } from '../../src/catalog/action.ts';
import type { GitLabApi } from '../../src/catalog/call.ts';
import { Catalog } from '../../src/catalog/catalog.ts';
import { domains } from '../../src/catalog/domains.ts';
import { resourceUris } from '../../src/catalog/resource-uris.ts';
import { CatalogView, type Policy } from '../../src/catalog/view.ts';
import { parseInstance } from '../../src/gitlab/instance.ts';
import { ResponseHeaders } from '../../src/gitlab/response-headers.ts';
import { createDynamicSurface } from '../../src/surfaces/dynamic/dynamic-surface.ts';
import { createIndividualSurface } from '../../src/surfaces/individual/individual-surface.ts';
import { createMetaSurface } from '../../src/surfaces/meta/meta-surface.ts';
import type { Surface, ToolResult } from '../../src/surfaces/surface.ts';
import { leastInput } from './example-input.ts';

const policy: Policy = {
  tier: 'ultimate',
  gitlabCom: true,
  readOnly: false,
  safeMode: false,
  yolo: false,
  excluded: new Set(),
  adminMode: true,
};
const view = new CatalogView(new Catalog(domains.flat()), policy);
const search = { find: () => [] };

const surfaces: readonly (readonly [string, Surface, (action: Action) => string, (action: Action) => object])[] = [
  [
    'gitlab_execute_action',
    createDynamicSurface(view, { search: search as never }),
    ({ id }) => id,
    (action) => ({ action: action.id, params: leastInput(action) }),
  ],
  [
    'gitlab_<group>',
    createMetaSurface(view),
    ({ id }) => `gitlab_${id}`,
    (action) => ({ action: action.id.slice(action.id.indexOf('.') + 1), params: leastInput(action) }),
  ],
  ['gitlab_<action>', createIndividualSurface(view), ({ tool }) => tool, leastInput],
];

/** The actions whose result is an object with a URI. */
const embedding = Object.values(resourceUris)
  .filter(({ embedded }) => embedded)
  .map(({ actions: [id] }) => view.actions.find((action) => action.id === id));

describe.each(surfaces)('%s', (tool, surface, nameOf, argumentsOf) => {
  const names = new Set(view.actions.map(nameOf));

  test.each(embedding.map((action) => ({ id: action?.id, action })))(
    '$id repeats its object under its URI, and goes on in names of the surface',
    async ({ action }) => {
      if (action === undefined) throw new Error('no such action');
      const name = tool.replace('<group>', action.id.split('.')[0] ?? '').replace(/^gitlab_<action>$/, action.tool);
      const { content, structuredContent, isError } = await call(surface, name, argumentsOf(action));

      const [text, resource] = content;
      expect(isError, text.text).toBeUndefined();
      expect(resource).toEqual({
        type: 'resource',
        resource: {
          uri: expect.stringMatching(/^gitlab:\/\/[a-z]+\/[^{}]+$/),
          mimeType: 'application/json',
          text: JSON.stringify(structuredContent),
        },
        annotations: { audience: ['assistant'], priority: 0.6 },
      });
      const [, steps = ''] = text.text.split('💡 **Next steps:**\n');
      const named = steps.split('\n').flatMap((line) => /^- `([^`]+)`: /.exec(line)?.[1] ?? []);
      expect(named.length).toBeGreaterThan(0);
      expect(named.filter((step) => !names.has(step))).toEqual([]);
    },
  );
});

test('there are 22 of them', () => {
  expect(embedding).toHaveLength(22);
});

async function call(surface: Surface, name: string, args: object): Promise<ToolResult> {
  const result = await surface.call(name, args, {
    caller: { gitlab, policy },
    signal: new AbortController().signal,
    progress: undefined,
    files: undefined,
  });
  if (result === undefined) throw new Error(`no tool ${name}`);
  return result;
}

const epic = {
  id: 'gid://gitlab/WorkItem/7',
  iid: '7',
  title: 'An epic',
  workItemType: { id: 'gid://gitlab/WorkItems::Type/8', name: 'Epic' },
  widgets: [],
};

/** Answers every read with one object, lists with a list of it. */
const gitlab: GitLabApi = {
  instance: parseInstance('https://gitlab.example'),
  async send({ path }) {
    const object = { id: 7, iid: 7, name: 'a name', title: 'a title' };
    const isList = path.endsWith('milestones');
    return { status: 200, headers: new ResponseHeaders({}), body: isList ? [object] : object };
  },
  graphql: async () => ({ data: { namespace: { workItem: epic } } }),
  stream: () => Promise.reject(new Error('nothing is downloaded')),
};
