import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  type Logger as LogEmitter,
  type Meter,
  ROOT_CONTEXT,
  SeverityNumber,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { CallerPolicy } from './caller-identity.ts';
import type { Deployment } from './deployment.ts';
import { toExportedFields } from './exported-fields.ts';
import { Instruments } from './instruments.ts';
import { type Active, McpSpan } from './mcp-span.ts';
import type {
  AuthBudget,
  EvictionReason,
  ExportFacts,
  GitLabOutcome,
  GitLabRequestFacts,
  HttpRecord,
  HttpRequestFacts,
  LoggedRecord,
  McpRecord,
  McpRequestFacts,
  PoolSize,
  Telemetry,
} from './telemetry.ts';
import { parseTraceParent } from './trace-parent.ts';
import { httpMethodName, methodName, named, otherName } from './vocabulary.ts';

export interface RecorderOptions {
  readonly facts: ExportFacts;
  readonly deployment: Deployment;
  readonly policy: CallerPolicy;
  readonly tracer: Tracer;
  readonly meter: Meter;
  readonly logs: LogEmitter;
  readonly close: () => Promise<boolean>;
}

const severities = { info: SeverityNumber.INFO, warn: SeverityNumber.WARN, error: SeverityNumber.ERROR } as const;

/** Telemetry by OpenTelemetry. Async-local storage carries the active span, and nothing of the caller but what is exported. */
export class Recorder implements Telemetry {
  readonly facts: ExportFacts;
  readonly #options: RecorderOptions;
  readonly #instruments: Instruments;
  readonly #active = new AsyncLocalStorage<Active>();

  constructor(options: RecorderOptions) {
    this.facts = options.facts;
    this.#options = options;
    this.#instruments = new Instruments(options.meter, options.deployment.transport === 'tcp');
  }

  startHttpRequest({ method, route, scheme, trace: incoming }: HttpRequestFacts): HttpRecord {
    const known = httpMethodName(method);
    const parent = parseTraceParent(incoming);
    const span = this.#options.tracer.startSpan(
      known === otherName ? route : `${known} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: named({ 'http.request.method': known, 'http.route': route, 'url.scheme': scheme }),
      },
      parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent),
    );
    const active = { context: trace.setSpan(ROOT_CONTEXT, span), caller: {}, ended: false };
    return {
      run: (work) => this.#active.run(active, work),
      end: (status) => {
        if (active.ended) return;
        active.ended = true;
        endHttp(span, status);
      },
    };
  }

  startMcpRequest(request: McpRequestFacts): McpRecord {
    const { tracer, deployment, policy } = this.#options;
    const around = this.#around();
    const parent = parseTraceParent(request.trace);
    const surrounding = around === undefined ? undefined : trace.getSpanContext(around);
    const isLinked = parent !== undefined && surrounding !== undefined;
    const span = tracer.startSpan(
      methodName(request.method),
      { kind: SpanKind.SERVER, links: isLinked ? [{ context: surrounding }] : [] },
      // What the message says comes first: a proxy between may have put its own trace into the header.
      parent === undefined ? (around ?? ROOT_CONTEXT) : trace.setSpanContext(ROOT_CONTEXT, parent),
    );
    return new McpSpan(span, request, {
      deployment,
      policy,
      instruments: this.#instruments,
      run: (active, work) => this.#active.run(active, work),
    });
  }

  started({ method, origin, route }: GitLabRequestFacts): (outcome: GitLabOutcome) => void {
    const startedAt = performance.now();
    const { hostname, port, protocol } = new URL(origin);
    const serverPort = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
    const template = route === undefined ? undefined : `/api/v4${route}`;
    const span = this.#options.tracer.startSpan(
      template === undefined ? method : `${method} ${template}`,
      {
        kind: SpanKind.CLIENT,
        attributes: named({
          'http.request.method': method,
          'server.address': hostname,
          'server.port': serverPort,
          'url.template': template,
        }),
      },
      this.#around() ?? ROOT_CONTEXT,
    );
    return (outcome) => {
      const failure = typeof outcome === 'number' ? (outcome >= 400 ? String(outcome) : undefined) : outcome;
      const came = named({
        'http.response.status_code': typeof outcome === 'number' ? outcome : undefined,
        'error.type': failure,
      });
      span.setAttributes(came);
      if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      const isNamed = this.#options.deployment.hosts.has(hostname);
      this.#instruments.record('http.client.request.duration', performance.now() - startedAt, {
        ...named({
          'http.request.method': method,
          'server.address': isNamed ? hostname : otherName,
          'server.port': isNamed ? serverPort : undefined,
        }),
        ...came,
      });
    };
  }

  sessionEnded({ protocolVersion, lifeMs }: { readonly protocolVersion: string; readonly lifeMs: number }): void {
    this.#instruments.record(
      'mcp.server.session.duration',
      lifeMs,
      named({
        'network.transport': this.#options.deployment.transport,
        'mcp.protocol.version': protocolVersion,
      }),
    );
  }

  watchPool(size: () => PoolSize): void {
    this.#instruments.watchPool(size);
  }

  evicted(reason: EvictionReason): void {
    this.#instruments.evicted(reason);
  }

  blocked(budget: AuthBudget): void {
    this.#instruments.blocked(budget);
  }

  exportLog({ time, level, message, fields }: LoggedRecord): void {
    const active = this.#active.getStore();
    const isServing = active !== undefined && !active.ended;
    this.#options.logs.emit({
      timestamp: new Date(time),
      severityNumber: severities[level],
      severityText: level.toUpperCase(),
      body: message,
      attributes: toExportedFields(fields, {
        caller: isServing ? active.caller : {},
        resource: (uri) => this.#options.policy.resource(uri),
      }),
      context: isServing ? active.context : ROOT_CONTEXT,
    });
  }

  async close(): Promise<boolean> {
    return this.#options.close();
  }

  /** The span that work going on belongs to. */
  #around(): Context | undefined {
    const active = this.#active.getStore();
    return active === undefined || active.ended ? undefined : active.context;
  }
}

function endHttp(span: Span, status: number | undefined): void {
  if (status !== undefined) span.setAttribute('http.response.status_code', status);
  // Of a server only its own failures are errors; a client that left is none.
  if (status !== undefined && status >= 500) {
    span.setAttribute('error.type', String(status));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}
