import { expect, test } from 'vitest';
import { findLaunch } from './launch.ts';

test.each([
  ['/usr/local/bin/gitlab-mcp-server', { command: 'gitlab-mcp-server', args: [] }],
  ['/home/ada/.npm/_npx/1f/node_modules/.bin/gitlab-mcp-server', { command: 'npx', args: ['-y', 'gitlab-mcp-server'] }],
  ['/src/gitlab/src/main.ts', { command: '/usr/bin/node', args: ['/src/gitlab/src/main.ts'] }],
  ['/opt/x/bin/gitlab-mcp-server.js', { command: '/usr/bin/node', args: ['/opt/x/bin/gitlab-mcp-server.js'] }],
])('%s is started again by what a client can run', (script, launch) => {
  expect(findLaunch(script, '/usr/bin/node')).toEqual(launch);
});
