import type { Action } from '../catalog/action.ts';
import { type Caller, execute, type Outcome } from '../catalog/execute.ts';
import { clean, mapTexts, spelledOut } from '../catalog/hidden-text.ts';
import { NotFound } from '../catalog/not-found.ts';
import { type ResourceUri, resourceUris } from '../catalog/resource-uris.ts';
import { AppError } from '../errors/app-error.ts';
import { describeError } from '../gitlab/describe-error.ts';
import { findGitLabError, GitLabError } from '../gitlab/gitlab-error.ts';
import { kinds } from './kinds.ts';
import { quoted, ResourceNotFound } from './resource-not-found.ts';
import type { ResourceAddress } from './uri.ts';

export type ObjectAddress = Extract<ResourceAddress, { type: 'object' }>;

/** How much of a list a body has. */
export interface PageSummary {
  readonly returned: number;
  /** Absent when GitLab does not count. */
  readonly total?: number;
  readonly complete: boolean;
}

export interface ObjectReading {
  /** Plain data, in the shape of the kind. */
  readonly body: unknown;
  /** For lists. */
  readonly page: PageSummary | undefined;
}

/**
 * Reads one object or list from GitLab, with the caller's own token. Whoever shows or watches a resource reads it through
 * this one function, so a change is always a change of what a client would read.
 *
 * @param uri as the client wrote it, for errors
 * @throws ResourceNotFound when GitLab has no such object, or none that this token may see
 */
export async function readObject(
  address: ObjectAddress,
  action: Action,
  caller: Caller,
  { uri, signal }: { readonly uri: string; readonly signal: AbortSignal },
): Promise<ObjectReading> {
  const { params }: ResourceUri = resourceUris[address.kind];
  const { input, run, body, shape, isVerbatim } = kinds[address.kind];
  const given: Record<string, unknown> = { ...input };
  for (const [name, value] of Object.entries(address.variables)) given[params?.[name] ?? name] = value;

  const outcome = await execute(run === undefined ? action : runningInstead(action, run), given, caller, {
    signal,
    confirmed: false,
  }).catch((error: unknown) => {
    throw toReadError(error, uri, action);
  });
  const shown = mapTexts(outcome.value, isVerbatim === true ? spelledOut : clean);
  return { body: body(shown), page: shape === 'list' ? summarise(outcome) : undefined };
}

const variants = new WeakMap<Action, Action>();

/** The action with another way to run. Kept, because what is derived from an action is kept by action. */
function runningInstead(action: Action, run: NonNullable<Action['run']>): Action {
  const known = variants.get(action);
  if (known !== undefined) return known;
  const variant = { ...action, run };
  variants.set(action, variant);
  return variant;
}

function summarise({ value, page }: Outcome): PageSummary {
  const total = page?.totalItems;
  return {
    returned: Array.isArray(value) ? value.length : 0,
    ...(total === undefined ? {} : { total }),
    complete: page?.hasMore !== true,
  };
}

/** What a client is told: not found for what is not there or not a name, everything else as GitLab's answer explains it. */
function toReadError(error: unknown, uri: string, action: Action): unknown {
  if (!(error instanceof AppError)) return error;
  const text = reasonOf(error, action);
  if (error.code === 'input.invalid' || isMissing(error))
    return new ResourceNotFound(uri, `names nothing: ${text}`, { cause: error });
  return new AppError(error.code, `${quoted(uri)}: ${text}`, {
    cause: error,
    ...(error.detail === undefined ? {} : { detail: error.detail }),
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
  });
}

/** Errors that the catalog worded start with the action, which a reader of a resource did not name. */
function reasonOf(error: AppError, { id }: Action): string {
  const text = error instanceof GitLabError ? describeError(error, { operation: id }) : error.message;
  return text.startsWith(`${id}: `) ? text.slice(id.length + 2) : text;
}

/** GitLab has no such thing, whoever found out and however it was worded. */
function isMissing(error: AppError): boolean {
  if (error instanceof NotFound || error.cause instanceof NotFound) return true;
  const answer = findGitLabError(error);
  return answer?.status === 404 && answer.foreign === undefined;
}
