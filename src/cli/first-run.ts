import { createInterface } from 'node:readline/promises';

export interface FirstRunOptions {
  /** Variables that are still to be set. */
  readonly missing: readonly string[];
  readonly input: NodeJS.ReadableStream;
  /** Standard error: standard output belongs to the protocol. */
  readonly output: NodeJS.WritableStream;
}

/**
 * For someone who started the program in a terminal to see what it does: says what it is and what it needs,
 * and returns when Enter is pressed or the input ends.
 */
export async function showFirstRun({ missing, input, output }: FirstRunOptions): Promise<void> {
  output.write(renderFirstRun(missing));
  const lines = createInterface({ input });
  // Whichever comes first; without the second a closed terminal would leave the process waiting.
  await new Promise<void>((resolve) => {
    lines.once('line', () => resolve());
    lines.once('close', () => resolve());
  });
  lines.close();
}

function renderFirstRun(missing: readonly string[]): string {
  return `
gitlab-mcp-server connects AI assistants to GitLab. It is started by an MCP
client, such as an editor or a chat program, which talks to it through pipes;
there is nothing to type here.

Not set yet: ${missing.join(', ')}

  GITLAB_URL     the GitLab to use, such as https://gitlab.example.com
  GITLAB_TOKEN   an access token with the scope api, or read_api to only read

Set them in the configuration of the client, or for every client of this user
in ~/.gitlab-mcp-server.env.

  gitlab-mcp-server --print-config=vscode  the entry for VS Code, or another one
  gitlab-mcp-server --demo                 try it now, with a practice GitLab
  gitlab-mcp-server --help                 all settings, and examples

Press Enter to leave.
`;
}
