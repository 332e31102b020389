import { AppError } from '../errors/app-error.ts';
import type { GraphqlOptions, GraphqlResponse } from '../gitlab/client.ts';
import { describeGraphqlErrors } from '../gitlab/gitlab-message.ts';
import type { Action, GraphqlSpec } from './action.ts';
import type { ActionCall, GitLabApi } from './call.ts';
import { clientOf } from './counted-requests.ts';
import { fitDocument, isOfAnotherSchema, isUnknownPart, keysOf, trimDocument } from './fit-document.ts';
import { toVariables } from './graphql-variables.ts';
import { NotFound } from './not-found.ts';
import { UnknownHere } from './unknown-here.ts';
import { isRecord } from '../gitlab/json.ts';

type Call = Pick<ActionCall, 'action' | 'gitlab' | 'signal' | 'note' | 'now'>;

/** One document of an action. */
export interface GraphqlRequest {
  readonly document: string;
  /** Keys from `data` to the value that is the answer, joined by dots. */
  readonly pick: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The document is a query, though the action changes something. */
  readonly isRead?: boolean;
  readonly upload?: GraphqlOptions['upload'];
}

/** Runs an action that is one document. */
export function runGraphql(
  action: Action,
  spec: GraphqlSpec,
  call: Call & Pick<ActionCall, 'input'>,
): Promise<unknown> {
  const { document, pick } = spec;
  return sendGraphql(call, { document, pick, variables: toVariables(action, spec, call.input) });
}

/**
 * Sends one document and gives what is found in the answer. `undefined` is what a mutation did without describing it.
 *
 * @throws NotFound where GitLab answers null; UnknownHere where this GitLab does not know a part of the document that cannot
 * be left out; AppError `gitlab.refused` for errors beside the data or in the payload of a mutation.
 */
export async function sendGraphql(call: Call, request: GraphqlRequest): Promise<unknown> {
  const { action } = call;
  const isRead = request.isRead ?? action.effect === 'read';
  const { data, errors = [] } = await deliver(call, request, isRead);
  const found = valueAt(data, request.pick) ?? undefined;
  const payload = valueAt(data, request.pick.split('.', 1)[0] ?? '');
  const refused = [...errors.map(({ message }) => message), ...payloadErrors(payload)];
  if (data === undefined || data === null) {
    const unknown = errors.find(isOfAnotherSchema);
    if (unknown !== undefined) throw unknownHere(action, unknown.message);
  }
  if (refused.length > 0 && (found === undefined || !isRead)) {
    throw new AppError(
      'gitlab.refused',
      `${action.id}: GitLab refused this (${describeGraphqlErrors(refused) ?? 'no reason given'})`,
    );
  }
  if (found === undefined) {
    if (isRead || !isRecord(payload)) throw new NotFound(action.id);
    // The write is done, whatever the answer lacks (trap T-22); what was deleted cannot be described.
    if (action.result.shape !== 'none') call.note('GitLab did this, but did not describe the result');
  }
  for (const message of refused) call.note(`GitLab left a part out: ${message.slice(0, 300)}`);
  return found;
}

/** What a GitLab was asked in place of a document that it did not know whole. */
interface Fitted {
  readonly document: string;
  readonly at: number;
}

const fitted = new WeakMap<GitLabApi, Map<string, Fitted>>();

/** Then the whole document is tried again: GitLab may have been updated (trap T-68). */
const fittedForMs = 10 * 60_000;

/** Documents kept for one client. */
const maxFitted = 30;

/** A round for what Community Edition lacks, one for what lay in it and one for luck. */
const maxRounds = 3;

/** A document is checked before any of it runs, so asking again with less of it repeats nothing. */
async function deliver(call: Call, request: GraphqlRequest, isRead: boolean): Promise<GraphqlResponse> {
  const { variables, upload } = request;
  const wanted = trimDocument(request.document, variables);
  const known = fitted.get(clientOf(call.gitlab))?.get(wanted);
  let document = known !== undefined && call.now() - known.at < fittedForMs ? known.document : wanted;
  for (let round = 1; ; round += 1) {
    const response = await call.gitlab.graphql(document, variables, {
      signal: call.signal,
      isRead,
      ...(upload === undefined ? {} : { upload }),
    });
    const { data, errors = [] } = response;
    if (round === maxRounds || (data !== undefined && data !== null)) return response;
    const lacking = errors.find((error) => isUnknownPart(error) && isOnTheWay(keysOf(error), request.pick));
    if (lacking !== undefined) throw unknownHere(call.action, lacking.message);
    const fit = fitDocument(document, errors);
    if (fit === undefined) return response;
    remember(clientOf(call.gitlab), wanted, { document: fit, at: call.now() });
    document = fit;
  }
}

function isOnTheWay(keys: string, pick: string): boolean {
  return keys !== '' && `${pick}.`.startsWith(`${keys}.`);
}

function unknownHere(action: Action, message: string): UnknownHere {
  return new UnknownHere(
    `${action.id}: this GitLab is older than the feature, or of an edition without it (${message.slice(0, 300)})`,
  );
}

function remember(gitlab: GitLabApi, document: string, fit: Fitted): void {
  const known = fitted.get(gitlab) ?? new Map<string, Fitted>();
  // Callers choose which variables a document has, and with them how many documents there are.
  if (known.size >= maxFitted) known.clear();
  known.set(document, fit);
  fitted.set(gitlab, known);
}

/** The value at keys joined by dots; `undefined` where there is none. */
export function valueAt(data: unknown, path: string): unknown {
  let found = data;
  for (const key of path.split('.')) found = isRecord(found) ? found[key] : undefined;
  return found;
}

/** A mutation reports what it refused in its payload, with HTTP 200 and no top-level errors. */
function payloadErrors(payload: unknown): readonly string[] {
  const errors: unknown = isRecord(payload) ? payload['errors'] : undefined;
  return Array.isArray(errors) ? errors.filter((error) => typeof error === 'string') : [];
}
