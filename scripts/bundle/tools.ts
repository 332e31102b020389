import { execFileSync } from 'node:child_process';

/** Where the bundle is put, from the root of the repository. */
export const bundlePath = 'artifacts/gitlab-mcp-server.mcpb';

/** The tool of the bundle format, at a version that was tried. */
const mcpbPackage = '@anthropic-ai/mcpb@2.1.2';

export function npm(folder: string, ...args: readonly string[]): string {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  return execFileSync('npm', [...args, ...quiet], { cwd: folder, encoding: 'utf8' });
}

/** Runs the tool in a folder without a package of its own, so that npm fetches it and looks no further. */
export function mcpb(folder: string, ...args: readonly string[]): string {
  return execFileSync('npm', ['exec', '--yes', '--loglevel=error', `--package=${mcpbPackage}`, '--', 'mcpb', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
}
