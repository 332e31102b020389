import { type Attributes, type Context, ROOT_CONTEXT, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import type { CallerPolicy } from './caller-identity.ts';
import type { Instruments } from './instruments.ts';
import type { Deployment } from './deployment.ts';
import type { CallerIdentity, McpOutcome, McpRecord, McpRequestFacts, RefusalReason } from './telemetry.ts';
import { methodName, named, otherName } from './vocabulary.ts';

/** Work whose spans and log lines belong together. A timer that outlives it does not. */
export interface Active {
  readonly context: Context;
  /** What the identity policy says of whoever asked. */
  readonly caller: Attributes;
  readonly ended: boolean;
}

export interface McpSpanParts {
  readonly deployment: Deployment;
  readonly policy: CallerPolicy;
  readonly instruments: Instruments;
  readonly run: <T>(active: Active, work: () => T) => T;
}

/** One MCP request: its span, and its place in the latency metric. The span has names as the client wrote them. */
export class McpSpan implements McpRecord {
  readonly #span: Span;
  readonly #request: McpRequestFacts;
  readonly #parts: McpSpanParts;
  readonly #startedAt = performance.now();
  readonly #active: Active & { caller: Attributes; ended: boolean };
  #action: Attributes = {};
  #refusal: RefusalReason | undefined;
  #isRecognised = false;

  constructor(span: Span, request: McpRequestFacts, parts: McpSpanParts) {
    const { deployment, policy } = parts;
    this.#span = span;
    this.#request = request;
    this.#parts = parts;
    this.#active = { context: trace.setSpan(ROOT_CONTEXT, span), caller: {}, ended: false };
    const { method, protocolVersion, sessionId, tool, prompt, resourceUri } = request;
    span.setAttributes(
      named({
        'mcp.method.name': method,
        'gitlab_mcp.tool_surface': deployment.surface,
        'network.transport': deployment.transport,
        'mcp.protocol.version': protocolVersion,
        'mcp.session.id': sessionId,
        'gen_ai.operation.name': method === 'tools/call' ? 'execute_tool' : undefined,
        'gen_ai.tool.name': tool,
        'gen_ai.prompt.name': prompt,
      }),
    );
    if (resourceUri !== undefined) {
      const { 'mcp.resource.uri': uri, ...ref } = policy.resource(resourceUri);
      // Only the URI is the client's text; a digest must stay as it is.
      span.setAttributes({ ...ref, ...named({ 'mcp.resource.uri': uri }) });
    }
  }

  run<T>(work: () => T): T {
    return this.#parts.run(this.#active, work);
  }

  calledBy(caller: CallerIdentity | undefined): void {
    if (caller === undefined) return;
    this.#active.caller = this.#parts.policy.caller(caller);
    this.#span.setAttributes(this.#active.caller);
  }

  recognised(): void {
    this.#isRecognised = true;
    const name = this.#request.tool ?? this.#request.prompt;
    if (name !== undefined) this.#span.updateName(`${methodName(this.#request.method)} ${name}`);
  }

  resolved({ id, domain }: { readonly id: string; readonly domain: string }): void {
    this.#action = { 'gitlab_mcp.action': id, 'gitlab_mcp.domain': domain };
    this.#span.setAttributes(this.#action);
  }

  refused(reason: RefusalReason): void {
    this.#refusal = reason;
  }

  waitedForClient(method: string, waitedMs: number): void {
    this.#parts.instruments.record('mcp.client.operation.duration', waitedMs, {
      ...this.#common(),
      'mcp.method.name': method,
    });
  }

  end(outcome: McpOutcome): void {
    if (this.#active.ended) return;
    this.#active.ended = true;
    const came = named({
      'error.type': this.#errorType(outcome),
      'rpc.response.status_code': outcome.kind === 'error' ? String(outcome.code) : undefined,
      'gitlab_mcp.refusal_reason': this.#refusal,
    });
    this.#span.setAttributes(came);
    if (came['error.type'] !== undefined) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();

    const { method, tool, prompt } = this.#request;
    this.#parts.instruments.record('mcp.server.operation.duration', performance.now() - this.#startedAt, {
      ...this.#common(),
      ...this.#action,
      ...came,
      'mcp.method.name': methodName(method),
      ...(tool === undefined || !this.#parts.deployment.countsTools ? {} : { 'gen_ai.tool.name': this.#shown(tool) }),
      ...(prompt === undefined ? {} : { 'gen_ai.prompt.name': this.#shown(prompt) }),
    });
  }

  /** A preview of safe mode went as the operator wants it, so it is no error. */
  #errorType(outcome: McpOutcome): string | undefined {
    switch (outcome.kind) {
      case 'answered':
        return undefined;
      case 'tool-error':
        return this.#refusal === 'safe_mode' ? undefined : 'tool_error';
      case 'error':
        return String(outcome.code);
      case 'cancelled':
        return 'cancelled';
    }
  }

  #common(): Attributes {
    const { surface, transport } = this.#parts.deployment;
    return {
      'gitlab_mcp.tool_surface': surface,
      'network.transport': transport,
      'mcp.protocol.version': this.#request.protocolVersion,
    };
  }

  /** A name that is none of ours was chosen by the caller, and may be anything. */
  #shown(name: string): string {
    return this.#isRecognised ? name : otherName;
  }
}
