import { defineAction } from '../../action.ts';
import { id, line, required } from '../../field.ts';
import { page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const ofAgent = {
  project_id: projectId,
  agent_id: required(id('ID of the agent.', { aliases: ['cluster_agent_id', 'id'] })),
} as const;
const ofToken = { ...ofAgent, token_id: required(id('ID of the agent token.', { aliases: ['id'] })) } as const;

const list = defineAction({
  id: 'admin.cluster_agent_list',
  tool: 'gitlab_list_cluster_agents',
  title: 'List Kubernetes agents',
  summary: 'List the agents that connect Kubernetes clusters to a project.',
  effect: 'read',
  route: 'GET /projects/:project_id/cluster_agents',
  params: { project_id: projectId, ...page },
  result: listOf('cluster_agent'),
  words: ['clusters', 'k8s agents', 'connected clusters'],
  related: ['admin.cluster_agent_register', 'admin.cluster_agent_token_list'],
});

const get = defineAction({
  id: 'admin.cluster_agent_get',
  tool: 'gitlab_get_cluster_agent',
  title: 'Get a Kubernetes agent',
  summary: 'Get one Kubernetes agent of a project with its configuration project and who made it.',
  effect: 'read',
  route: 'GET /projects/:project_id/cluster_agents/:agent_id',
  params: ofAgent,
  result: one('cluster_agent'),
  words: ['show k8s agent', 'which version does the agent run', 'is the cluster connected'],
  related: ['admin.cluster_agent_list', 'admin.cluster_agent_token_list'],
});

const register = defineAction({
  id: 'admin.cluster_agent_register',
  tool: 'gitlab_register_cluster_agent',
  title: 'Register a Kubernetes agent',
  summary: 'Register an agent for a Kubernetes cluster in a project and get it with its ID.',
  effect: 'write',
  route: 'POST /projects/:project_id/cluster_agents',
  params: {
    project_id: projectId,
    name: required(
      line('Name of the agent: lower-case letters, digits and hyphens.', { minLength: 1, aliases: ['agent_name'] }),
    ),
  },
  result: one('cluster_agent'),
  usage: 'The agent needs a token: make one with admin.cluster_agent_token_create.',
  words: [
    'connect a cluster',
    'new k8s agent',
    'add a Kubernetes cluster',
    'install an agent in the cluster',
    'create agent',
  ],
  related: ['admin.cluster_agent_token_create', 'admin.cluster_agent_list'],
});

const remove = defineAction({
  id: 'admin.cluster_agent_delete',
  tool: 'gitlab_delete_cluster_agent',
  title: 'Delete a Kubernetes agent',
  summary: 'Delete a Kubernetes agent of a project with its tokens, which cuts the cluster off.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/cluster_agents/:agent_id',
  params: ofAgent,
  result: nothing('cluster_agent'),
  words: ['remove k8s agent', 'disconnect a cluster', 'delete a cluster agent', 'unregister a cluster'],
  related: ['admin.cluster_agent_list'],
});

const tokenList = defineAction({
  id: 'admin.cluster_agent_token_list',
  tool: 'gitlab_list_cluster_agent_tokens',
  title: 'List tokens of a Kubernetes agent',
  summary: 'List the active tokens of a Kubernetes agent with last use, without their secrets.',
  effect: 'read',
  route: 'GET /projects/:project_id/cluster_agents/:agent_id/tokens',
  params: { ...ofAgent, ...page },
  result: listOf('cluster_agent_token'),
  words: ['k8s agent tokens', 'token for a cluster', 'tokens of a cluster agent', 'list agent tokens'],
  related: ['admin.cluster_agent_token_create', 'admin.cluster_agent_token_revoke'],
});

const tokenGet = defineAction({
  id: 'admin.cluster_agent_token_get',
  tool: 'gitlab_get_cluster_agent_token',
  title: 'Get a token of a Kubernetes agent',
  summary: 'Get one token of a Kubernetes agent with last use, without its secret.',
  effect: 'read',
  route: 'GET /projects/:project_id/cluster_agents/:agent_id/tokens/:token_id',
  params: ofToken,
  result: one('cluster_agent_token'),
  words: ['when was the agent last connected', 'show an agent token', 'when was the agent token used'],
  related: ['admin.cluster_agent_token_list'],
});

const tokenCreate = defineAction({
  id: 'admin.cluster_agent_token_create',
  tool: 'gitlab_create_cluster_agent_token',
  title: 'Create a token for a Kubernetes agent',
  summary: 'Create a token that a Kubernetes agent signs in with and get its secret. An agent may have two.',
  effect: 'write',
  route: 'POST /projects/:project_id/cluster_agents/:agent_id/tokens',
  params: {
    ...ofAgent,
    name: required(line('Name of the token.', { minLength: 1, aliases: ['token_name'] })),
    description: line('What the token is for.'),
  },
  result: one('cluster_agent_token'),
  usage: 'The answer shows the secret once. Store it at once.',
  words: ['credential for a cluster', 'token for a k8s agent', 'new agent token', 'create a cluster agent token'],
  related: ['admin.cluster_agent_token_list', 'admin.cluster_agent_token_revoke'],
});

const tokenRevoke = defineAction({
  id: 'admin.cluster_agent_token_revoke',
  tool: 'gitlab_revoke_cluster_agent_token',
  title: 'Revoke a token of a Kubernetes agent',
  summary: 'Revoke a token of a Kubernetes agent for good.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/cluster_agents/:agent_id/tokens/:token_id',
  params: ofToken,
  result: nothing('cluster_agent_token'),
  words: [
    'invalidate a k8s agent token',
    'revoke an agent token',
    'delete a cluster agent token',
    'remove a token of an agent',
  ],
  related: ['admin.cluster_agent_token_list'],
});

export const clusterAgents = [list, get, register, remove, tokenList, tokenGet, tokenCreate, tokenRevoke];
