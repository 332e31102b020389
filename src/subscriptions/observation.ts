import { createHash } from 'node:crypto';
import type { Activity, ResourceContent, ResourceKind } from './resource-reader.ts';

/** What a watcher keeps of a read. */
export interface Observation {
  /** Differs when what a reader would see differs (SUB-07). */
  readonly digest: string;
  readonly activity: Activity;
}

/** Reads the state out of what `resources/read` returns. `_meta` does not count: a total beyond the page is not content. */
export function observe(contents: readonly ResourceContent[], kind: ResourceKind): Observation {
  const text = contents.length === 1 ? contents[0]?.text : undefined;
  const body = text === undefined ? undefined : parseBody(text);
  const shown =
    body === undefined || kind.omit.length === 0
      ? contents.map(({ text, blob }) => text ?? blob ?? '')
      : [JSON.stringify(withoutFields(body, kind.omit))];
  return { digest: digestOf(shown), activity: body === undefined ? 'stateless' : kind.activity(body) };
}

function digestOf(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest('base64');
}

/** A body that is no JSON, such as Markdown, has no state to read. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withoutFields(body: unknown, omit: readonly string[]): unknown {
  if (Array.isArray(body)) return body.map((element: unknown) => withoutFields(element, omit));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !omit.includes(name)));
}
