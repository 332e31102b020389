import { isRecord } from '../gitlab/json.ts';

/**
 * Whether a client that introduces itself so takes nothing but whole numbers for the priority of content. Codex does not
 * show a model what has another one.
 */
export function takesWholePriorities(clientInfo: unknown): boolean {
  return isRecord(clientInfo) && (isCodex(clientInfo['name']) || isCodex(clientInfo['title']));
}

/** The same by `User-Agent`: over stateless HTTP an older client introduces itself no other way. */
export function isCodexAgent(userAgent: string | undefined): boolean {
  return userAgent?.startsWith('codex-mcp-client/') === true;
}

function isCodex(name: unknown): boolean {
  return typeof name === 'string' && name.slice(0, maxNameLength).toLowerCase().includes('codex');
}

/** Longer than any name. */
const maxNameLength = 256;

interface Prioritised {
  readonly priority?: number;
}

/** Annotations with their priority rounded. One that becomes 0 is left out. */
export function withWholePriority<A extends Prioritised>(annotations: A): Omit<A, 'priority'> & Prioritised {
  const { priority, ...others } = annotations;
  if (priority === undefined || Number.isInteger(priority)) return annotations;
  const rounded = Math.round(priority);
  return rounded === 0 ? others : { ...others, priority: rounded };
}
