/** The clients that `--print-config` knows, as they are named on the command line. */
export const clientNames = [
  'vscode',
  'claude-code',
  'claude-desktop',
  'cursor',
  'opencode',
  'zed',
  'jetbrains',
  'windsurf',
  'codex',
] as const;

export type ClientName = (typeof clientNames)[number];
