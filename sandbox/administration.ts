import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Controls, ControlError, type TokenRequest } from './controls.ts';
import type { Fault } from './faults.ts';
import { readBody } from './http/body.ts';
import type { NewApplication } from './world/applications.ts';
import type { Grant } from './world/tokens.ts';

type Body = Readonly<Record<string, unknown>>;
type Operation = (controls: Controls, body: Body) => unknown;

const maxBodyBytes = 1024 * 1024;

/** `METHOD /path` to what it does. Bodies are JSON objects; answers are JSON. */
const operations: Readonly<Record<string, Operation>> = {
  'GET /tokens': (controls) => controls.tokens(),
  'POST /tokens': (controls, body) => {
    const { id, secret } = controls.createToken(body as unknown as TokenRequest); // checked where it is used
    return { id, token: secret };
  },
  'POST /tokens/revoke': (controls, body) => controls.revoke(text(body, 'token')),
  'POST /tokens/expire': (controls, body) => controls.expire(text(body, 'token')),
  'POST /tokens/delete': (controls, body) => controls.deleteToken(text(body, 'token')),
  'POST /tokens/grants': (controls, body) => controls.grant(text(body, 'token'), list(body, 'grants') as Grant[]), // the operator's own data
  'GET /applications': (controls) => controls.applications(),
  'POST /applications': (controls, body) => controls.createApplication(body as unknown as NewApplication), // the operator's own data
  'PATCH /users': (controls, { username, ...change }) => controls.changeUser(String(username), change),
  'GET /faults': (controls) => controls.faults(),
  'POST /faults': (controls, body) => ({
    id: controls.fail(body['match'] ?? {}, object(body, 'fault') as unknown as Fault, times(body)), // as above
  }),
  'DELETE /faults': (controls) => controls.clearFaults(),
  'POST /clock/advance': (controls, body) => controls.advance(Number(body['ms'])),
  'GET /settings': (controls) => controls.settings,
  'PATCH /settings': (controls, body) => controls.configure(body),
  'GET /requests': (controls) => controls.requests,
  'GET /storage/requests': (controls) => controls.storageRequests,
  'DELETE /requests': (controls) => controls.clearRequests(),
  'POST /reset': (controls) => controls.reset(),
};

/** The administration API: the controls of the sandbox over HTTP, on a port of its own. */
export async function administer(
  controls: Controls,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A web page must not reach it: no browser sends a request across origins without naming its own.
  if (request.headers.origin !== undefined) return sendJson(response, 403, { error: 'not for browsers' });
  const path = (request.url ?? '/').split('?', 1)[0];
  const operation = operations[`${request.method} ${path}`];
  if (operation === undefined)
    return sendJson(response, 404, { error: 'unknown operation', operations: Object.keys(operations) });
  try {
    const result = operation(controls, await readJson(request));
    sendJson(response, 200, result ?? {});
  } catch (error) {
    const message = error instanceof Error ? error.message : 'failed';
    sendJson(response, error instanceof ControlError ? 400 : 500, { error: message });
  }
}

async function readJson(request: IncomingMessage): Promise<Body> {
  const body = await readBody(request, maxBodyBytes);
  if (body.length === 0) return {};
  try {
    return asObject(JSON.parse(body.toString('utf8')));
  } catch {
    throw new ControlError('the body must be a JSON object');
  }
}

function asObject(value: unknown): Body {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ControlError('not an object');
  return value as Body; // an object that is no array
}

function text(body: Body, name: string): string {
  const value = body[name];
  if (typeof value !== 'string') throw new ControlError(`${name} must be a string`);
  return value;
}

function object(body: Body, name: string): Body {
  return asObject(body[name]);
}

function list(body: Body, name: string): unknown[] {
  const value = body[name];
  if (!Array.isArray(value)) throw new ControlError(`${name} must be a list`);
  return value;
}

function times(body: Body): number | undefined {
  const value = body['times'];
  if (value !== undefined && typeof value !== 'number') throw new ControlError('times must be a number');
  return value;
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value);
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    .end(body);
}
