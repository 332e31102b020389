import type { ServerContext } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { progressReporter } from './progress.ts';

test('T-75: a message hides nothing and stays in one piece, and values rise', () => {
  const { context, sent } = setup('token');
  const report = progressReporter(context);

  report?.(1, 3, 'state run\u200bning\u202e');
  report?.(1, 3, 'again');
  report?.(2);

  expect(sent).toEqual([
    { progressToken: 'token', progress: 1, total: 3, message: 'state running' },
    { progressToken: 'token', progress: 2 },
  ]);
});

test('who gave no token is told nothing', () => {
  const { context } = setup(undefined);

  expect(progressReporter(context)).toBeUndefined();
});

function setup(progressToken: string | undefined) {
  const sent: unknown[] = [];
  const mcpReq = {
    _meta: progressToken === undefined ? {} : { progressToken },
    signal: new AbortController().signal,
    notify: async ({ params }: { readonly params: unknown }) => void sent.push(params),
  };
  // The reporter reads nothing else of the context of the SDK.
  return { context: { mcpReq } as unknown as ServerContext, sent };
}
