import type { Document } from '../documents/document.ts';
import { sendEmpty, sendJson } from './response-head.ts';
import type { Handle } from './router.ts';

/** Serves a document at a path. A body that comes with the request is not read. */
export function documentHandler(document: Document): Handle {
  return async (req, res) => {
    const answer = document.answer({ method: req.method ?? 'GET', ifNoneMatch: req.headers['if-none-match'] });
    const { status, headers, body } = await answer;
    if (body === undefined) sendEmpty(res, status, headers);
    else sendJson(res, { status, body, headers });
  };
}
