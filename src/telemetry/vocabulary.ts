import type { Attributes } from '@opentelemetry/api';
import { scrubShapes } from './scrub.ts';
import type { SpanAttribute } from './span-attributes.ts';

/** Stands for what a caller chose. */
export const otherName = '_OTHER';

const mcpMethods: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'subscriptions/listen',
]);

const httpMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** An MCP method as metrics and names of spans show it: those of the protocol by name. */
export function methodName(method: string): string {
  return mcpMethods.has(method) ? method : otherName;
}

/** An HTTP method as it is shown. */
export function httpMethodName(method: string): string {
  return httpMethods.has(method) ? method : otherName;
}

/** Attributes under declared names, without those that are not known, and without anything that looks like a credential. */
export function named(values: { readonly [Name in SpanAttribute]?: string | number | undefined }): Attributes {
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    known.map(([name, value]) => [name, typeof value === 'string' ? scrubShapes(value) : value]),
  );
}
