import { oneLine } from './answer-text.ts';
import type { ErrorFamily } from './gitlab-error.ts';
import { isRecord } from './json.ts';

/** Longest sentence of GitLab's that is kept. A message quotes less of it. */
const maxCharacters = 512;
/** Keys of a body that GitLab composed. Another key means that something else wrote it, and then nothing is quoted. */
const knownKeys = new Set(['message', 'error', 'error_code', 'error_description', 'scope']);

export interface GitLabMessage {
  readonly family: ErrorFamily;
  /** One line, at most 512 characters; `undefined` when there is nothing fit to quote. */
  readonly text: string | undefined;
}

/** Reads GitLab's own words out of a parsed error body. `undefined` stands for a body that was not JSON. */
export function readGitLabMessage(body: unknown, isGraphql: boolean): GitLabMessage {
  if (!isRecord(body)) return { family: 'foreign', text: undefined };
  const keys = Object.keys(body);
  if (keys.length === 0) return { family: 'none', text: undefined };
  if (isGraphql && Array.isArray(body['errors'])) return { family: 'graphql', text: flatten(body['errors']) };
  if (!keys.every((key) => knownKeys.has(key))) return { family: 'foreign', text: undefined };

  if ('error_description' in body) return { family: 'oauth', text: flatten(body['error_description']) };
  if ('error' in body) return { family: 'parameter', text: flatten(body['error']) };
  const { message } = body;
  return { family: isRecord(message) ? 'validation' : 'application', text: flatten(message) };
}

/** The `errors` of a GraphQL answer as one line, for a message; `undefined` when they hold no words. */
export function describeGraphqlErrors(errors: readonly unknown[]): string | undefined {
  return flatten(errors);
}

/** Strings, lists of strings, `{attribute: [texts]}`, `{error: text}` and `{message: text}` as one line. */
function flatten(value: unknown): string | undefined {
  const text = oneLine(join(value, 0), maxCharacters);
  return text === '' ? undefined : text;
}

function join(value: unknown, depth: number): string {
  if (typeof value === 'string') return value.slice(0, maxCharacters * 8);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (depth > 3) return '';
  if (Array.isArray(value)) return joinParts(value.slice(0, 20).map((part) => join(part, depth + 1)));
  if (!isRecord(value)) return '';
  if ('message' in value) return join(value['message'], depth + 1);
  return joinParts(
    Object.entries(value)
      .slice(0, 20)
      .map(([attribute, texts]) => {
        const text = join(texts, depth + 1);
        // `base` and `error` are Rails' and GitLab's words for "the whole object", not attributes.
        return text === '' || attribute === 'base' || attribute === 'error' ? text : `${attribute} ${text}`;
      }),
  );
}

function joinParts(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('; ');
}
