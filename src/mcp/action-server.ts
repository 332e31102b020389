import { ProtocolError, Server, type ServerContext } from '@modelcontextprotocol/server';
import type { Policy } from '../catalog/view.ts';
import { AppError } from '../errors/app-error.ts';
import type { Surface, ToolResult } from '../surfaces/surface.ts';
import type { Logger } from '../telemetry/logger.ts';
import { CallLog } from './call-log.ts';
import { toJsonRpcError } from './json-rpc.ts';
import type { Grants } from './grants.ts';
import type { ServerIdentity } from './list-bytes.ts';
import { type Principal, principalOf } from './principal.ts';
import { progressReporter } from './progress.ts';
import { isAtLeast, revisions } from './revisions.ts';
import type { Era } from './shared-transport.ts';

export interface ActionServerOptions {
  readonly surface: Surface;
  readonly policy: Policy;
  readonly grants: Grants;
  readonly identity: ServerIdentity;
  readonly capabilities: object;
  readonly actionTimeoutMs: number;
  readonly logger: Logger;
}

/**
 * The SDK server of one shape and era. Lists are answered from bytes before a request gets here; what is left are the
 * methods that do something.
 */
export function createActionServer(era: Era, options: ActionServerOptions): Server {
  const server = new Server(options.identity, {
    capabilities: options.capabilities,
    supportedProtocolVersions: [...revisions],
    ...(era === 'legacy' ? { inputRequired: { legacyShim: false } } : {}),
  });
  server.setRequestHandler('tools/call', async (request, context) => {
    const principal = principalOf(context.http?.authInfo);
    const result = await guarded(() => callTool(request.params, principal, context, options), options.logger);
    // The SDK's type wants mutable arrays; nothing writes to them.
    return result as unknown as { content: [] };
  });
  return server;
}

interface CallParams {
  readonly name: string;
  readonly arguments?: Record<string, unknown> | undefined;
}

async function callTool(
  params: CallParams,
  principal: Principal,
  context: ServerContext,
  options: ActionServerOptions,
): Promise<ToolResult> {
  const log = new CallLog(params.name, principal, options.logger);
  const deadline = new Deadline(context.mcpReq.signal, options.actionTimeoutMs);
  try {
    const call = options.surface.call(params.name, params.arguments, {
      caller: { gitlab: principal.entry.gitlab, policy: options.policy },
      signal: deadline.signal,
      progress: progressReporter(context),
      files: principal.files,
      grant: options.grants.of(principal.entry),
      observer: log,
    });
    if (call === undefined) throw new AppError('request.params', `there is no tool ${JSON.stringify(params.name)}`);
    return project(await call, principal);
  } finally {
    deadline.clear();
    log.write(context.mcpReq.signal);
  }
}

/** Structured content came with 2025-06-18; older clients have the text (trap T-40). */
function project(result: ToolResult, principal: Principal): ToolResult {
  if (result.structuredContent === undefined || isAtLeast(principal.revision, '2025-06-18')) return result;
  const { structuredContent: _unknownThere, ...rest } = result;
  return rest;
}

/** The caller's own signal and, when there is one, the bound of every action (TIMEOUT-01). */
class Deadline {
  readonly signal: AbortSignal;
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(caller: AbortSignal, timeoutMs: number) {
    if (timeoutMs <= 0) {
      this.signal = caller;
      return;
    }
    const controller = new AbortController();
    this.#timer = setTimeout(() => {
      const minutes = Math.round(timeoutMs / 60_000);
      const bound = minutes > 0 ? `${minutes} minutes` : `${Math.round(timeoutMs / 1000)} seconds`;
      controller.abort(
        new AppError(
          'action.timeout',
          `the action was stopped after ${bound}, the limit of this server for one action`,
        ),
      );
    }, timeoutMs);
    this.#timer.unref();
    this.signal = AbortSignal.any([caller, controller.signal]);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * The one way out of a handler. The SDK turns any integer `code` of a thrown object into the JSON-RPC code and any
 * other message into the client's text, so nothing but our own errors may pass.
 */
async function guarded<T>(run: () => Promise<T>, logger: Logger): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError)) logger.error('request failed', { error });
    const { code, message, data } = toJsonRpcError(error);
    throw new ProtocolError(code, message, data);
  }
}
