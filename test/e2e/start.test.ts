import { describe, expect, test } from 'vitest';
import { startServer } from '../support/server.ts';

describe('what an operator is told at start', () => {
  test('an exclusion that names nothing is a warning with its name', async () => {
    await using server = await startServer({ flags: ['--exclude-tools=nosuch.action,branch.delete,gitlab_wiki'] });

    await expect
      .poll(() => server.logs.find(({ msg }) => String(msg).startsWith('entries of --exclude-tools name nothing')))
      .toMatchObject({ level: 'WARN', names: ['nosuch.action'] });
  });
});
