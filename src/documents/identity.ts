/**
 * Who this server is, to whoever does not know it yet. `name` ends in the name that `serverInfo` gives; an entry in a
 * registry has to repeat it. There is no `websiteUrl` and no `repository` as long as the project has no address of its
 * own to name: a card that sends people to somebody else's would be worse than one that sends them nowhere.
 */
export const identity = {
  name: 'gitlab-mcp-server/gitlab-mcp-server',
  title: 'GitLab MCP Server',
  description: 'Find and run what GitLab offers, as the user whose token the client sends.',
} as const;
