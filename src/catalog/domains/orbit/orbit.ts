import { defineAction } from '../../action.ts';
import { id, line, list as listField, namespace, object, required } from '../../field.ts';
import { one } from '../../result.ts';
import { responseFormat, sendOrbit } from './send-orbit.ts';

const status = defineAction({
  id: 'orbit.status',
  tool: 'gitlab_orbit_status',
  title: 'Get the status of Orbit',
  summary: 'Get whether Orbit, the knowledge graph of GitLab.com, is up and for which groups it is on.',
  effect: 'read',
  tier: 'premium',
  onlyOnGitlabCom: true,
  route: 'GET /orbit/status',
  params: { response_format: responseFormat },
  run: sendOrbit,
  result: one('orbit_status'),
  words: ['is the knowledge graph available', 'code graph health', 'does the code graph work'],
  related: ['orbit.graph_status', 'orbit.schema'],
});

const schema = defineAction({
  id: 'orbit.schema',
  tool: 'gitlab_orbit_schema',
  title: 'Get the schema of Orbit',
  summary: 'Get the kinds of nodes and relations in the knowledge graph, with the properties of those named.',
  effect: 'read',
  tier: 'premium',
  onlyOnGitlabCom: true,
  route: 'GET /orbit/schema',
  params: {
    expand: listField('Kinds of nodes to show with their properties, such as Project.', line('Kind of node.'), {
      split: true,
      aliases: ['nodes', 'node_types'],
    }),
    format: line('Form of the schema, where Orbit offers several.'),
    response_format: responseFormat,
  },
  run: sendOrbit,
  result: one('orbit_schema'),
  words: ['which nodes does the graph have', 'ontology of the knowledge graph'],
  related: ['orbit.dsl', 'orbit.query'],
});

const dsl = defineAction({
  id: 'orbit.dsl',
  tool: 'gitlab_orbit_dsl',
  title: 'Get the query language of Orbit',
  summary: 'Get the JSON Schema of queries to the knowledge graph.',
  effect: 'read',
  tier: 'premium',
  onlyOnGitlabCom: true,
  route: 'GET /orbit/schema/dsl',
  params: { response_format: responseFormat },
  run: sendOrbit,
  result: one('orbit_dsl'),
  words: ['how to write a graph query', 'grammar of Orbit queries'],
  related: ['orbit.schema', 'orbit.query'],
});

const tools = defineAction({
  id: 'orbit.tools',
  tool: 'gitlab_orbit_tools',
  title: 'List the tools of Orbit',
  summary: 'List the tools that Orbit offers to models, with their parameters.',
  effect: 'read',
  tier: 'premium',
  onlyOnGitlabCom: true,
  route: 'GET /orbit/tools',
  params: {},
  run: sendOrbit,
  result: one('orbit_tools'),
  words: ['what can the knowledge graph do'],
  related: ['orbit.query', 'orbit.schema'],
});

const query = defineAction({
  id: 'orbit.query',
  tool: 'gitlab_orbit_query',
  title: 'Query Orbit',
  summary: 'Ask the knowledge graph about code, people, issues and merge requests and get what matches.',
  effect: 'read',
  tier: 'premium',
  onlyOnGitlabCom: true,
  route: 'POST /orbit/query',
  params: {
    query: required(
      object(
        'The query in the language that orbit.dsl describes.',
        {},
        { open: true, aliases: ['dsl', 'graph_query'] },
      ),
    ),
    response_format: responseFormat,
  },
  run: sendOrbit,
  result: one('orbit_answer'),
  usage: 'Read orbit.schema and orbit.dsl first: the query is a JSON object, not a text.',
  words: [
    'knowledge graph search',
    'who depends on this code',
    'relations between projects',
    'what calls this function',
    'ask the code graph',
  ],
  related: ['orbit.dsl', 'orbit.schema', 'search.code'],
});

const graphStatus = defineAction({
  id: 'orbit.graph_status',
  tool: 'gitlab_orbit_graph_status',
  title: 'Get the state of a graph in Orbit',
  summary: 'Get how far the knowledge graph of one project or group is indexed.',
  effect: 'read',
  tier: 'premium',
  onlyOnGitlabCom: true,
  route: 'GET /orbit/graph_status',
  params: {
    namespace_id: id('ID of the group.', { aliases: ['group_id', 'group'] }),
    project_id: id('ID of the project.', { aliases: ['project'] }),
    full_path: namespace('Full path of the project or group.', {
      names: 'namespace',
      pathOnly: true,
      aliases: ['path', 'project_path', 'group_path'],
    }),
    response_format: responseFormat,
  },
  rules: [{ rule: 'exactly-one', of: ['namespace_id', 'project_id', 'full_path'] }],
  run: sendOrbit,
  result: one('orbit_graph_status'),
  words: ['is the project indexed', 'indexing progress of the code graph'],
  related: ['orbit.status', 'orbit.query'],
});

export const orbit = [status, schema, dsl, tools, query, graphStatus];
