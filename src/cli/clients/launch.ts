import { basename, sep } from 'node:path';

/** What starts this program again. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/** The command as `npm install -g` puts it into the path. */
export const installedCommand: Launch = { command: 'gitlab-mcp-server', args: [] };

/**
 * How a client starts what runs now: `script` is `process.argv[1]`, `node` the program that runs it. Paths are absolute
 * where the command may not be in the client's path, which for a program of the desktop is often a short one.
 */
export function findLaunch(script: string, node: string): Launch {
  // A folder that npm empties when it likes.
  if (script.split(sep).includes('_npx')) return { command: 'npx', args: ['-y', 'gitlab-mcp-server'] };
  return basename(script) === 'gitlab-mcp-server' ? installedCommand : { command: node, args: [script] };
}
