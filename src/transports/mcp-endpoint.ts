import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Shapes } from '../mcp/shape.ts';
import type { CallRunner } from './call-runner.ts';
import type { Reception } from './reception.ts';
import { sendEmpty } from './response-head.ts';

export interface McpEndpointOptions {
  readonly reception: Reception;
  readonly calls: CallRunner;
  readonly shapes: Shapes;
}

/** The stateless MCP endpoint: one POST, one straight line, and nothing is kept after its answer (STATELESS-01). */
export class McpEndpoint {
  readonly #options: McpEndpointOptions;

  constructor(options: McpEndpointOptions) {
    this.#options = options;
  }

  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { reception, calls, shapes } = this.#options;
    if (req.method !== 'POST') return reception.refuseMethod(req, res, ['POST']);
    const received = await reception.receivePost(req, res);
    if (received === undefined) return;
    const { entry, inbound } = received;
    const items = inbound.kind === 'batch' ? inbound.items : [inbound];
    calls.cancelNamed(entry, items);
    const requests = items.filter((item) => item.kind === 'request');
    if (requests.length === 0) {
      sendEmpty(res, 202);
      return;
    }
    const shape = await shapes.forFacts(entry.facts);
    calls.run(res, {
      requests,
      batch: inbound.kind === 'batch',
      entry,
      shape,
      server: (era) => shape.server(era),
      owner: entry,
      aside: undefined,
      asideIsRead: false,
      questions: undefined,
      sessionId: undefined,
      session: undefined,
    });
  }
}
