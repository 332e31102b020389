import type { Action } from '../catalog/action.ts';
import { spelledOut } from '../catalog/hidden-text.ts';
import { AppError } from '../errors/app-error.ts';

/** What of one value a person is shown before they agree to it. */
const maxShown = 300;

/**
 * Values one to a line, as a person reads them before they agree. A text cannot pass for another line, and a hidden
 * character in it is spelled out: what is agreed to must be what is seen (trap T-75).
 */
export function listValues(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([name, value]) => `- ${name}: ${show(value)}`)
    .join('\n');
}

function show(value: unknown): string {
  if (value === undefined || value === null) return '(none)';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = spelledOut(/[\r\n\t\u0085\u2028\u2029]/.test(text) ? JSON.stringify(text) : text).replace(
    /[\u0085\u2028\u2029]/g,
    ' ',
  );
  return line.length > maxShown ? `${line.slice(0, maxShown).toWellFormed()}… (${text.length} characters)` : line;
}

/** The end of a call that its user did not want. */
export function stopped(action: Action, how: 'declined' | 'cancelled'): AppError {
  const deed = how === 'declined' ? 'declined' : 'cancelled the question';
  return new AppError(
    'action.declined',
    `${action.id}: the user ${deed}, nothing was sent to GitLab. Suggestion: do not call it again unless the user asks for it`,
  );
}
