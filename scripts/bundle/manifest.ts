import { identity } from '../../src/documents/identity.ts';
import { options } from '../../src/config/options.ts';

/** The folder of the bundle that holds the program, and its start from there. */
export const entryPoint = 'node_modules/gitlab-mcp-server/bin/gitlab-mcp-server.js';

/** `manifest.json` of the bundle: what Claude Desktop and others ask the user for, and how they start the program. */
export function buildManifest({ version, description, license, engines }: PackageFacts): object {
  return {
    manifest_version: '0.3',
    name: 'gitlab-mcp-server',
    display_name: identity.title,
    version,
    description,
    long_description:
      'Lets an assistant work with GitLab as you, with your own token: issues, merge requests, pipelines, ' +
      'repositories and about a thousand more actions. The token goes to your GitLab and nowhere else.',
    author: { name: 'The gitlab-mcp-server contributors' },
    license,
    keywords: ['gitlab', 'merge requests', 'issues', 'ci'],
    server: {
      type: 'node',
      entry_point: entryPoint,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${entryPoint}`],
        env: {
          GITLAB_URL: '${user_config.gitlab_url}',
          GITLAB_TOKEN: '${user_config.gitlab_token}',
          GITLAB_MCP_READ_ONLY: '${user_config.read_only}',
        },
      },
    },
    tools: [
      { name: 'gitlab_find_action', description: 'Finds what can be done in GitLab' },
      { name: 'gitlab_execute_action', description: 'Does it' },
    ],
    prompts_generated: true,
    user_config: {
      gitlab_url: {
        type: 'string',
        title: 'GitLab',
        description: 'The address of your GitLab.',
        default: 'https://gitlab.com',
        required: true,
      },
      gitlab_token: {
        type: 'string',
        title: 'Access token',
        description: 'A token with the scope api, or read_api to only read.',
        sensitive: true,
        required: true,
      },
      read_only: {
        type: 'boolean',
        title: 'Only read',
        description: options.surface.readOnly.help,
        default: false,
        required: false,
      },
    },
    compatibility: { platforms: ['darwin', 'linux', 'win32'], runtimes: { node: engines.node } },
  };
}

/** What is taken from `package.json`. */
export interface PackageFacts {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: { readonly node: string };
}
