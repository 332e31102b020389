import type { StandardSchemaV1 } from '@modelcontextprotocol/server';
import type { Policy } from '../catalog/view.ts';
import type { Completion, CompletionRequest, Completions } from '../completions/completions.ts';
import { AppError } from '../errors/app-error.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { Resources } from '../resources/resources.ts';
import { Deadline } from './deadline.ts';
import type { Grants } from './grants.ts';
import { isRecord } from '../gitlab/json.ts';
import type { Principal } from './principal.ts';

export interface CompleteOptions {
  readonly completions: Completions;
  readonly prompts: Prompts | undefined;
  readonly resources: Resources;
  readonly policy: Policy;
  readonly grants: Grants;
}

interface CompleteParams extends CompletionRequest {
  /** Name of the prompt, or URI of the resource or template. */
  readonly subject: string;
}

/** Nobody who is typing waits longer. */
const timeoutMs = 5_000;

/** The params of `completion/complete`, in the form that the SDK asks for. */
export const completeParams: StandardSchemaV1<unknown, CompleteParams> = {
  '~standard': {
    version: 1,
    vendor: 'gitlab-mcp-server',
    validate(params) {
      const read = readParams(params);
      return typeof read === 'string' ? { issues: [{ message: read }] } : { value: read };
    },
  },
};

function readParams(params: unknown): CompleteParams | string {
  const { ref, argument, context } = isRecord(params) ? params : {};
  if (!isRecord(ref)) return 'ref is missing, give an object with type ref/prompt or ref/resource';
  if (!isRecord(argument) || typeof argument['name'] !== 'string')
    return 'argument is missing, give an object with name and value';
  const value = argument['value'] ?? '';
  if (typeof value !== 'string') return 'argument.value must be a text';
  const given = isRecord(context) && isRecord(context['arguments']) ? context['arguments'] : {};
  const filled = Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const common = { name: argument['name'], typed: value.trim(), filled };
  if (ref['type'] === 'ref/prompt' && typeof ref['name'] === 'string')
    return { of: 'prompt', subject: ref['name'], ...common };
  if (ref['type'] === 'ref/resource' && typeof ref['uri'] === 'string')
    return { of: 'resource', subject: ref['uri'], ...common };
  return 'ref must be ref/prompt with a name, or ref/resource with a uri';
}

/** Answers `completion/complete` with the client of whoever asks. */
export async function complete(
  { subject, ...request }: CompleteParams,
  { principal, signal }: { readonly principal: Principal; readonly signal: AbortSignal },
  { completions, prompts, resources, policy, grants }: CompleteOptions,
): Promise<{ readonly completion: Completion }> {
  if (request.of === 'prompt' && prompts?.serves(subject) !== true)
    throw new AppError(
      'request.params',
      `there is no prompt ${JSON.stringify(subject.slice(0, 100))}, see prompts/list`,
    );
  if (request.of === 'resource' && !hasVariable(resources, request.name)) return { completion: { values: [] } };
  const deadline = new Deadline(signal, timeoutMs);
  try {
    return {
      completion: await completions.complete(request, {
        caller: { gitlab: principal.entry.gitlab, policy },
        signal: deadline.signal,
        grant: grants.of(principal.entry),
      }),
    };
  } finally {
    deadline.clear();
  }
}

/** Whether any template served here has such a variable. A client may name the template, or a URI with a part filled in. */
function hasVariable({ templates }: Resources, name: string): boolean {
  return templates.some(({ uriTemplate }) => uriTemplate.includes(`{${name}}`));
}
