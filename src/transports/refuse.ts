import type { ServerResponse } from 'node:http';
import type { HttpRefusal } from '../gate/refusal.ts';
import { reportRefusal } from '../limits/refusals.ts';
import { errorBody, type RequestId } from '../mcp/json-rpc.ts';
import { sendJson } from './response-head.ts';

/** Answers a request that is not served with its status and a JSON-RPC error that echoes the ID, if there is one (REJ-19). */
export function refuse(res: ServerResponse, id: RequestId | undefined, refusal: HttpRefusal): void {
  const { reason, status, code, message, data, headers, close } = refusal;
  reportRefusal(reason);
  sendJson(res, {
    status,
    body: errorBody(id, { code, message, ...(data === undefined ? {} : { data }) }),
    ...(headers === undefined ? {} : { headers }),
    ...(close === undefined ? {} : { close }),
  });
}
