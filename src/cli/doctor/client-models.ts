import type { ClientName } from '../../config/client-names.ts';

/** What a client accepts of a list of tools. A limit that is not known is left out. */
export interface ClientModel {
  /** Beyond this many tools of all servers together it drops some, or refuses to go on. */
  readonly maxTools?: number;
  /** Put before the name of each tool, and counted with it. */
  readonly prefix: string;
  readonly maxNameLength: number;
}

/** The name of a function, as the interfaces of the language models that clients speak to take it. */
export const toolNamePattern = /^[a-zA-Z0-9_-]+$/;

/**
 * Of the clients that `--print-config` knows. Where a client sets no limit of its own, the 64 characters that the
 * models' interfaces allow for the name of a function are what counts (traps T-30 and T-39).
 */
export const clientModels: Readonly<Record<ClientName, ClientModel>> = {
  vscode: { maxTools: 128, prefix: 'mcp_gitlab_', maxNameLength: 64 },
  'claude-code': { prefix: 'mcp__gitlab__', maxNameLength: 64 },
  'claude-desktop': { prefix: '', maxNameLength: 64 },
  cursor: { maxTools: 40, prefix: 'gitlab:', maxNameLength: 60 },
  opencode: { prefix: 'gitlab_', maxNameLength: 64 },
  zed: { prefix: '', maxNameLength: 64 },
  jetbrains: { prefix: '', maxNameLength: 64 },
  windsurf: { maxTools: 100, prefix: '', maxNameLength: 64 },
  codex: { prefix: 'mcp__gitlab__', maxNameLength: 64 },
};
