import type { ResourceContent } from './surface.ts';

/** The object of a result once more, under the URI a client can keep it, and watch it, by. */
export function resourceBlock(uri: string, value: unknown): ResourceContent {
  return {
    type: 'resource',
    resource: { uri, mimeType: 'application/json', text: JSON.stringify(value) },
    annotations: { audience: ['assistant'], priority: 0.6 },
  };
}
