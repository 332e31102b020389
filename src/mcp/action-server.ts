import { Server, type ServerContext, type StandardSchemaV1 } from '@modelcontextprotocol/server';
import type { Policy } from '../catalog/view.ts';
import type { Completions } from '../completions/completions.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { Resources } from '../resources/resources.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { type Asker, Unanswered } from '../surfaces/question.ts';
import type { Surface, ToolResult } from '../surfaces/surface.ts';
import type { Logger } from '../telemetry/logger.ts';
import { CallLog } from './call-log.ts';
import { withWholePriority } from './client-quirks.ts';
import { complete, completeParams } from './complete.ts';
import { Deadline } from './deadline.ts';
import { getPrompt, promptParams } from './get-prompt.ts';
import type { Grants } from './grants.ts';
import { guarded } from './guarded.ts';
import { isRecord } from '../gitlab/json.ts';
import type { CacheHint, ServerIdentity } from './list-bytes.ts';
import { canShowForms } from './open-questions.ts';
import { type Principal, principalOf } from './principal.ts';
import { progressReporter } from './progress.ts';
import { readParams, readResource } from './read-resource.ts';
import { isAtLeast, modernRevision, revisions } from './revisions.ts';
import { type InputRequired, Round, type Rounds } from './rounds.ts';
import { serveSubscriptions } from './serve-subscriptions.ts';
import type { Era } from './shared-transport.ts';
import { unknownTool } from './unknown-tool.ts';

export interface ActionServerOptions {
  readonly surface: Surface;
  readonly resources: Resources;
  readonly prompts: Prompts | undefined;
  readonly completions: Completions;
  readonly subscriptions: Subscriptions;
  readonly policy: Policy;
  readonly grants: Grants;
  readonly rounds: Rounds;
  readonly identity: ServerIdentity;
  readonly capabilities: object;
  /** How long clients may keep what describes the tools. */
  readonly catalogHint: CacheHint;
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
  server.setRequestHandler('tools/call', { params: callParams }, async (params, context) => {
    const principal = principalOf(context.http?.authInfo);
    const result = await guarded(() => callTool(params, principal, context, options), options.logger);
    // The SDK's type wants mutable arrays; nothing writes to them.
    return result as unknown as { content: [] };
  });
  server.setRequestHandler('resources/read', { params: readParams }, async ({ uri }, context) => {
    const principal = principalOf(context.http?.authInfo);
    return guarded(() => readResource(uri, principal, context.mcpReq.signal, options), options.logger);
  });
  servePrompts(server, options);
  serveSubscriptions(server, era, options);
  return server;
}

/** Prompts where there are any, and completions, which resources have too. */
function servePrompts(server: Server, options: ActionServerOptions): void {
  const { prompts, logger } = options;
  if (prompts !== undefined) {
    server.setRequestHandler('prompts/get', { params: promptParams }, async (params, context) => {
      const { signal } = context.mcpReq;
      const principal = principalOf(context.http?.authInfo);
      const result = await guarded(async () => getPrompt(prompts, params, { principal, signal }, options), logger);
      return { ...result, messages: [...result.messages] };
    });
  }
  server.setRequestHandler('completion/complete', { params: completeParams }, async (params, context) => {
    const { signal } = context.mcpReq;
    const principal = principalOf(context.http?.authInfo);
    return guarded(async () => complete(params, { principal, signal }, options), logger);
  });
}

interface CallParams {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>> | undefined;
}

/** The params of `tools/call`. The SDK has checked them when it asks for this; without it, it would check them once more. */
const callParams: StandardSchemaV1<unknown, CallParams> = {
  '~standard': {
    version: 1,
    vendor: 'gitlab-mcp-server',
    validate(params) {
      const { name, arguments: args } = isRecord(params) ? params : {};
      if (typeof name !== 'string') return { issues: [{ message: 'name is missing, give the name of a tool' }] };
      if (args !== undefined && !isRecord(args)) return { issues: [{ message: 'arguments must be an object' }] };
      return { value: { name, arguments: args } };
    },
  },
};

async function callTool(
  params: CallParams,
  principal: Principal,
  context: ServerContext,
  options: ActionServerOptions,
): Promise<ToolResult | InputRequired> {
  const log = CallLog.ofTool(params.name, principal, options.logger);
  const deadline = new Deadline(context.mcpReq.signal, options.actionTimeoutMs);
  let asker: Asker | undefined;
  try {
    asker = askerOf(params, principal, context, { rounds: options.rounds, signal: deadline.signal });
    const grant = options.grants.of(principal.entry);
    const call = options.surface.call(params.name, params.arguments, {
      caller: { gitlab: principal.entry.gitlab, policy: options.policy },
      signal: deadline.signal,
      progress: progressReporter(context),
      files: principal.files,
      asker,
      grant,
      observer: log,
    });
    if (call === undefined) throw unknownTool(params.name, options.surface.manifest, grant);
    return project(await call, principal);
  } catch (error) {
    if (!(error instanceof Unanswered) || !(asker instanceof Round)) {
      log.failed(error);
      throw error;
    }
    log.asked();
    return asker.toResult(error.question);
  } finally {
    deadline.clear();
    log.write(context.mcpReq.signal);
  }
}

interface AskerParts {
  readonly rounds: Rounds;
  readonly signal: AbortSignal;
}

/** How the user is asked, if the client can do that: in rounds on the newest revision, else while the call waits. */
function askerOf(
  { name, arguments: args = {} }: CallParams,
  principal: Principal,
  { mcpReq }: ServerContext,
  { rounds, signal }: AskerParts,
): Asker | undefined {
  if (principal.revision !== modernRevision) {
    const { ask } = principal;
    return ask && { ask: async (question) => timed(principal, () => ask(question, signal)), settle: () => undefined };
  }
  const requestState = mcpReq.requestState<string>();
  // Without the capability nobody was asked anything; a state that comes all the same is looked at.
  if (requestState === undefined && !canShowForms(clientCapabilitiesOf(mcpReq.envelope))) return undefined;
  return rounds.begin({
    credential: principal.entry.key,
    tool: name,
    args,
    requestState,
    inputResponses: mcpReq.inputResponses,
  });
}

/** How long a client takes to answer is no part of how long this server takes. */
async function timed<T>({ record }: Principal, ask: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await ask();
  } finally {
    record?.waitedForClient('elicitation/create', performance.now() - startedAt);
  }
}

/** The SDK's type of the envelope names none of its keys. */
function clientCapabilitiesOf(envelope: Readonly<Record<string, unknown>> | undefined): unknown {
  return envelope?.['io.modelcontextprotocol/clientCapabilities'];
}

/** Structured content came with 2025-06-18; older clients have the text (trap T-40). Some take only whole priorities. */
function project(result: ToolResult, { revision, wholePriorities }: Principal): ToolResult {
  const known = wholePriorities ? { ...result, content: withWholePriorities(result.content) } : result;
  if (known.structuredContent === undefined || isAtLeast(revision, '2025-06-18')) return known;
  const { structuredContent: _unknownThere, ...rest } = known;
  return rest;
}

function withWholePriorities([first, ...rest]: ToolResult['content']): ToolResult['content'] {
  return [rounded(first), ...rest.map(rounded)];
}

function rounded<Block extends ToolResult['content'][number]>(block: Block): Block {
  return block.annotations === undefined ? block : { ...block, annotations: withWholePriority(block.annotations) };
}
