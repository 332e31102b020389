import type { StandardSchemaV1 } from '@modelcontextprotocol/server';
import type { Policy } from '../catalog/view.ts';
import type { PromptResult, Prompts } from '../prompts/prompts.ts';
import type { Logger } from '../telemetry/logger.ts';
import { CallLog } from './call-log.ts';
import { Deadline } from './deadline.ts';
import type { Grants } from './grants.ts';
import { isRecord } from '../gitlab/json.ts';
import type { Principal } from './principal.ts';

export interface GetPromptOptions {
  readonly policy: Policy;
  readonly grants: Grants;
  readonly actionTimeoutMs: number;
  readonly logger: Logger;
}

interface PromptParams {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The params of `prompts/get`, in the form that the SDK asks for. Its own schema would answer in a library's words. */
export const promptParams: StandardSchemaV1<unknown, PromptParams> = {
  '~standard': {
    version: 1,
    vendor: 'gitlab-mcp-server',
    validate(params) {
      const name = isRecord(params) ? params['name'] : undefined;
      if (typeof name !== 'string') return { issues: [{ message: 'name is missing, give the name of a prompt' }] };
      const args = isRecord(params) ? (params['arguments'] ?? {}) : {};
      if (!isRecord(args)) return { issues: [{ message: 'arguments must be an object of texts' }] };
      return { value: { name, arguments: args } };
    },
  },
};

/** Answers `prompts/get` with the client of whoever asks. */
export async function getPrompt(
  prompts: Prompts,
  params: PromptParams,
  { principal, signal }: { readonly principal: Principal; readonly signal: AbortSignal },
  { policy, grants, actionTimeoutMs, logger }: GetPromptOptions,
): Promise<PromptResult> {
  // A name that is no prompt of ours is the client's text.
  const log = CallLog.ofPrompt(prompts.serves(params.name) ? params.name : 'unknown', principal, logger);
  const deadline = new Deadline(signal, actionTimeoutMs);
  try {
    return await prompts.get(params.name, params.arguments, {
      caller: { gitlab: principal.entry.gitlab, policy },
      signal: deadline.signal,
      grant: grants.of(principal.entry),
    });
  } catch (error) {
    log.failed(error);
    throw error;
  } finally {
    deadline.clear();
    log.write(signal);
  }
}
