import type { JSONRPCRequest } from '@modelcontextprotocol/server';
import { trimBlanks } from '../net/trim-blanks.ts';

/** Headers that repeat a part of the body, for proxies that route by them (SEP-2243). Never a basis for authorisation. */
export interface MirrorHeaders {
  readonly method: string | undefined;
  readonly name: string | undefined;
  /** `Mcp-Param-Action`, the only mirrored argument (HINT-02). */
  readonly action: string | undefined;
  /** A web page sent the request, for it names an origin. */
  readonly fromPage: boolean;
}

const nameOf: Readonly<Record<string, 'name' | 'uri'>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/** The tool whose `action` argument is declared with `x-mcp-header`. */
const actionTool = 'gitlab_execute_action';

/** A sentence about the header that is missing or differs from the body, or `undefined` when all agree. */
export function checkMirrorHeaders(message: JSONRPCRequest, headers: MirrorHeaders): string | undefined {
  if (headers.method === undefined) return 'the header Mcp-Method is required, with the method of the request';
  if (trimBlanks(headers.method) !== message.method)
    return 'the header Mcp-Method differs from the method of the request';

  const key = Object.hasOwn(nameOf, message.method) ? nameOf[message.method] : undefined;
  if (key === undefined) return undefined;
  const named = message.params?.[key];
  // A malformed request is refused by its handler, which knows what to say of it.
  if (typeof named !== 'string') return undefined;
  const problem = compare('Mcp-Name', headers.name, named, `params.${key}`);
  if (problem !== undefined || named !== actionTool) return problem;

  const args = message.params?.['arguments'];
  const action = typeof args === 'object' && args !== null && 'action' in args ? args.action : undefined;
  // Without a value in the body there is nothing to compare with, and the header is ignored.
  if (typeof action !== 'string') return undefined;
  // In a browser the official client leaves mirrored arguments out, for no server could name them all to a preflight.
  if (headers.action === undefined && headers.fromPage) return undefined;
  return compare('Mcp-Param-Action', headers.action, action, 'arguments.action');
}

function compare(header: string, given: string | undefined, value: string, where: string): string | undefined {
  if (given === undefined) return `the header ${header} is required, with the value of ${where}`;
  const decoded = decodeHeaderValue(given);
  if (decoded === undefined) return `the header ${header} is not validly encoded`;
  return decoded === value ? undefined : `the header ${header} differs from ${where}`;
}

const sentinel = /^=\?base64\?(.*)\?=$/s;

/** Plain text, or `=?base64?…?=` in the canonical form; anything else between the markers is an error. */
function decodeHeaderValue(raw: string): string | undefined {
  const text = trimBlanks(raw);
  const encoded = sentinel.exec(text)?.[1];
  if (encoded === undefined) return /^[\x20-\x7e]*$/.test(text) ? text : undefined;
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded ? bytes.toString('utf8') : undefined;
}
