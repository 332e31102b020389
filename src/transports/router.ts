import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Gate } from '../gate/gate.ts';
import { errorBody } from '../mcp/json-rpc.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { HttpRecord, Telemetry } from '../telemetry/telemetry.ts';
import { headerText } from './reception.ts';
import { refuse } from './refuse.ts';
import { sendEmpty, sendJson } from './response-head.ts';

/** A handler of one route. */
export type Handle = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>;

export interface RouterOptions {
  readonly gate: Gate;
  /** Paths that are the MCP endpoint (START-02). */
  readonly endpointPaths: ReadonlySet<string>;
  readonly endpoint: Handle;
  /** Documents by path. */
  readonly documents: ReadonlyMap<string, Handle>;
  readonly logger: Logger;
  readonly telemetry?: Telemetry | undefined;
}

/** The request listener: who may knock at all, then where the path leads. Nothing a handler does ends the process. */
export function createRouter(options: RouterOptions): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    const { telemetry } = options;
    const record = telemetry === undefined ? undefined : startRecord(req, res, telemetry, options.endpointPaths);
    const started = record === undefined ? route(req, res, options) : record.run(async () => route(req, res, options));
    started.catch((error: unknown) => {
      options.logger.error('request failed', { error });
      // Half an answer must not look like a whole one, nor leave its client waiting for the rest.
      if (res.headersSent && !res.writableEnded) res.destroy();
      sendJson(res, {
        status: 500,
        body: errorBody(undefined, { code: -32603, message: 'Internal error.' }),
        close: true,
      });
    });
  };
}

/** Of what is served, MCP is recorded: a health check a second says nothing about anybody's work. */
function startRecord(
  req: IncomingMessage,
  res: ServerResponse,
  telemetry: Telemetry,
  endpointPaths: ReadonlySet<string>,
): HttpRecord | undefined {
  const path = pathOf(req);
  if (!endpointPaths.has(path)) return undefined;
  const record = telemetry.startHttpRequest({
    method: req.method ?? '',
    route: path,
    // Not `instanceof TLSSocket`: the module of TLS is loaded by those who serve it.
    scheme: 'encrypted' in req.socket ? 'https' : 'http',
    trace: { traceparent: headerText(req, 'traceparent'), tracestate: headerText(req, 'tracestate') },
  });
  res.once('close', () => record.end(res.headersSent ? res.statusCode : undefined));
  return record;
}

async function route(req: IncomingMessage, res: ServerResponse, options: RouterOptions): Promise<void> {
  const path = pathOf(req);
  const isEndpoint = options.endpointPaths.has(path);
  const admission = options.gate.admit(req, isEndpoint);
  if (admission.kind === 'refused') {
    refuse(res, undefined, { ...admission.refusal, close: true });
    return;
  }
  if (admission.kind === 'preflight') {
    sendEmpty(res, 204, admission.headers);
    return;
  }
  for (const [name, value] of Object.entries(admission.headers)) res.setHeader(name, value);
  if (isEndpoint) {
    await options.endpoint(req, res);
    return;
  }
  const document = options.documents.get(path);
  if (document !== undefined) {
    await document(req, res);
    return;
  }
  sendJson(res, { status: 404, body: JSON.stringify({ error: 'not found' }) });
}

/** The path of the target, also when a client sends the absolute form. Compared as it is: nothing here is decoded. */
function pathOf(req: IncomingMessage): string {
  const target = req.url ?? '/';
  const path = target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '') || '/';
  const end = path.search(/[?#]/);
  return end === -1 ? path : path.slice(0, end);
}
