import { defineAction } from '../../action.ts';
import { one } from '../../result.ts';
import { readStatus } from './instance-status.ts';

const status = defineAction({
  id: 'server.status',
  tool: 'gitlab_server_status',
  title: 'Get the status of GitLab',
  summary: 'Tell whether GitLab answers, its version and edition, and whom the token belongs to.',
  effect: 'read',
  route: 'GET /metadata',
  params: {},
  run: readStatus,
  result: one('server_status'),
  words: [
    'is GitLab up',
    'which version',
    'connection test',
    'who am I connected as',
    'is the server up',
    'are you connected',
    'is the connection fine',
    'which account is used',
    'is GitLab online',
    'MCP server status',
    'version of the MCP server',
  ],
  aliases: ['server.version', 'server.info', 'server.ping'],
  related: ['user.current', 'server.health_check'],
});

const healthCheck = defineAction({
  id: 'server.health_check',
  tool: 'gitlab_server_status',
  title: 'Check the connection to GitLab',
  summary: 'Check that GitLab answers and accepts the token, and get what failed and how long it took.',
  effect: 'read',
  route: 'GET /metadata',
  params: {},
  run: readStatus,
  result: one('server_status'),
  words: [
    'health',
    'diagnose connection',
    'is the token valid',
    'ping',
    'does the connection work',
    'can you reach GitLab',
    'is GitLab reachable',
    'is GitLab available',
    'ping the server',
  ],
  aliases: ['server.health', 'server.check'],
  related: ['server.status', 'user.current'],
});

export const serverActions = [status, healthCheck];
