import { AppError } from '../errors/app-error.ts';
import { GitLabError } from '../gitlab/gitlab-error.ts';
import type { Action } from './action.ts';
import type { ActionCall } from './call.ts';
import { findCounterpart, type PlaceKind, placeParam } from './counterpart.ts';
import type { Tier } from './field.ts';
import { explainByRelease, readInstanceRelease } from './instance-release.ts';
import { NotFound } from './not-found.ts';
import { pathOf } from './request.ts';
import { UnknownHere } from './unknown-here.ts';
import { needsAdminMode } from './view.ts';

type Input = Readonly<Record<string, unknown>>;
type Asking = Pick<ActionCall, 'gitlab' | 'signal' | 'now'>;

/** What is known without asking. */
interface Known {
  /** The actions an explanation may recommend. */
  readonly served: readonly Action[];
  /** The instance has a licence for whatever is served, so that no plan is too low. */
  readonly licensed: boolean;
}

/**
 * What a failed run is reported as. GitLab's refusals often mean something else than they say: a 404 may be a group where
 * a project was wanted (trap T-15) or a plan that does not include the feature (T-65, T-66), a 403 an administrator
 * without Admin Mode (T-70), and what it does not know at all came with another release (T-68). One or two cheap reads tell; they are made only after a refusal, which means that nothing was
 * done. The explanation has the refusal as its cause; where there is none, the refusal is returned as it came.
 */
export async function explainRefusal(
  error: unknown,
  action: Action,
  input: Input,
  call: Asking,
  { served, licensed }: Known = { served: [], licensed: false },
): Promise<unknown> {
  const refusal = readRefusal(error, action, input);
  if (refusal === undefined && !(error instanceof UnknownHere)) return error;
  // An explanation is a courtesy: it may not keep the caller waiting for long.
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(maxWaitMs)]);
  try {
    const asking = { gitlab: call.gitlab, now: call.now, signal };
    if (error instanceof UnknownHere) return (await withRelease(error, asking)) ?? error;
    if (refusal === undefined) return error;
    return (await explain(refusal, { action, input, served, licensed, call: asking })) ?? error;
  } catch {
    // GitLab cannot be asked: then its refusal stands as it came.
    return error;
  }
}

const maxWaitMs = 5_000;

interface Refusal {
  readonly error: AppError;
  readonly status: number;
  /** GitLab has no such route, or says outright that the plan is too low. */
  readonly saysTier: boolean;
  readonly place: Place | undefined;
}

/** The project or group a refused request was about. */
interface Place {
  readonly kind: PlaceKind;
  /** Number or full path, decoded. */
  readonly name: string;
  /** The request was for the place itself, not for something in it. */
  readonly isAll: boolean;
}

interface Context extends Known {
  readonly action: Action;
  readonly input: Input;
  readonly call: Asking;
}

/** The refusals that may mean something else; `undefined` for every other failure. */
function readRefusal(error: unknown, action: Action, input: Input): Refusal | undefined {
  if (!(error instanceof AppError)) return undefined;
  // A look-up that found nothing wraps GitLab's answer into its own words. Others say more, such as what was done before.
  const answer = error.code === 'input.invalid' ? error.cause : error;
  if (answer instanceof GitLabError && !answer.isGraphql) {
    const kind = answer.refusal?.kind;
    if (kind !== 'missing' && kind !== 'permission' && kind !== 'tier') return undefined;
    return { error: answer, status: answer.status, saysTier: kind === 'tier', place: placeIn(answer.path) };
  }
  if (!(error instanceof NotFound)) return undefined;
  return { error, status: 404, saysTier: false, place: placeOf(action, input) };
}

function placeIn(path: string): Place | undefined {
  const match = /^\/(project|group)s\/([^/]+)(\/.+)?$/.exec(path);
  if (match === null) return undefined;
  const [, kind, segment = '', rest] = match;
  return { kind: kind === 'group' ? 'group' : 'project', name: decodeURIComponent(segment), isAll: rest === undefined };
}

function placeOf(action: Action, input: Input): Place | undefined {
  for (const kind of ['project', 'group'] as const) {
    const param = placeParam(action, kind);
    const name = param === undefined ? undefined : input[param];
    if (typeof name === 'string') return { kind, name, isAll: false };
  }
  return undefined;
}

async function explain(refusal: Refusal, context: Context): Promise<AppError | undefined> {
  const { place, status } = refusal;
  const { action, call } = context;
  if (status === 403 && isForAdministrators(action, place)) {
    return (await isAdministrator(call)) ? withoutAdminMode(refusal) : undefined;
  }
  const isUnknownRoute = refusal.saysTier && status === 404;
  if (place === undefined) return isUnknownRoute ? unknownRoute(refusal, call) : undefined;
  const tier = lackingTier(refusal, context);
  if (tier !== undefined && !place.isAll) {
    if (await canRead(place, call)) return tierTooLow(refusal, place, tier, context);
    // Of a place that is not visible nothing is known, not even what its plan lacks.
    if (refusal.saysTier) return (await wrongKind(refusal, place, context)) ?? notVisible(refusal, place);
  }
  if (isUnknownRoute && tier === undefined) return unknownRoute(refusal, call);
  return status === 404 ? wrongKind(refusal, place, context) : undefined;
}

/** The tier whose lack may be why; `undefined` when it cannot be. */
function lackingTier({ status, saysTier }: Refusal, { action, licensed }: Context): Tier | undefined {
  if (action.tier === undefined || action.tier === 'free') return undefined;
  // GitLab may say so itself all the same, and then it is right.
  return licensed && (status === 404 || !saysTier) ? undefined : action.tier;
}

/** What an instance does not know at all, it knew before or will know later: its release tells (trap T-68). */
async function unknownRoute(refusal: Refusal, call: Asking): Promise<AppError | undefined> {
  const release = await readInstanceRelease(call, call.now());
  if (release === undefined) return undefined;
  return explained(refusal, `this GitLab has no such route: ${explainByRelease(release)}`, undefined);
}

async function withRelease(error: UnknownHere, call: Asking): Promise<AppError | undefined> {
  const release = await readInstanceRelease(call, call.now());
  if (release === undefined) return undefined;
  return new AppError(error.code, `${error.message}: ${explainByRelease(release)}`, { cause: error });
}

function isForAdministrators(action: Action, place: Place | undefined): boolean {
  return needsAdminMode(action) || (place === undefined && action.graphql === undefined);
}

async function isAdministrator({ gitlab, signal }: Asking): Promise<boolean> {
  const { body } = await gitlab.send({ method: 'GET', path: '/user' }, { signal, isProbe: true });
  return typeof body === 'object' && body !== null && 'is_admin' in body && body.is_admin === true;
}

/** @throws whatever is no plain answer of GitLab's */
async function canRead({ kind, name }: Pick<Place, 'kind' | 'name'>, { gitlab, signal }: Asking): Promise<boolean> {
  const request =
    kind === 'project'
      ? { path: pathOf`/projects/${name}` }
      : { path: pathOf`/groups/${name}`, query: 'with_projects=false' };
  try {
    await gitlab.send({ method: 'GET', ...request }, { signal, isProbe: true });
    return true;
  } catch (error) {
    if (error instanceof GitLabError && [401, 403, 404].includes(error.status)) return false;
    throw error;
  }
}

function withoutAdminMode(refusal: Refusal): AppError {
  return explained(
    refusal,
    'the user of this token is an administrator, but Admin Mode is on here, so the token acts without administrator rights',
    'use a token of this user that has the scope admin_mode beside api',
  );
}

const tierNames: Readonly<Record<Tier, string>> = { free: 'Free', premium: 'Premium', ultimate: 'Ultimate' };
const tierRank: Readonly<Record<Tier, number>> = { free: 0, premium: 1, ultimate: 2 };

function tierTooLow(refusal: Refusal, place: Place, tier: Tier, { action, served }: Context): AppError {
  const needed = `${action.id} needs GitLab ${tierNames[tier]}${tier === 'ultimate' ? '' : ' or higher'}, in the plan of this namespace or the licence of this instance`;
  const instead = (action.related ?? [])
    .flatMap((id) => served.find((other) => other.id === id) ?? [])
    .find((other) => other.effect === action.effect && tierRank[other.tier ?? 'free'] < tierRank[tier]);
  const advice =
    instead === undefined
      ? 'use a project or group whose plan includes it'
      : `use ${instead.id} instead, which a lower tier has too`;
  if (refusal.saysTier) {
    const older = refusal.status === 404 ? ', or this GitLab is older than that' : '';
    return explained(refusal, `${needed}. ${named(place)} itself can be read, so its tier is lower${older}`, advice);
  }
  // What is likelier comes first: GitLab says the same where the plan is high enough.
  const [likelier, check] =
    refusal.status === 403
      ? ['the role of this user in it is too low', 'ask for the role that may do this, or']
      : ['what was asked for does not exist in it', 'check what was asked for, or'];
  return explained(
    refusal,
    `${named(place)} itself can be read, so ${likelier}, or its tier is too low: ${needed}`,
    `${check} ${advice}`,
  );
}

function notVisible(refusal: Refusal, place: Place): AppError {
  return explained(refusal, `${named(place)} was not found, or is not visible to this credential`, undefined);
}

/** A full path names a group or a project, never both, so one read tells. A number says nothing. */
async function wrongKind(refusal: Refusal, place: Place, context: Context): Promise<AppError | undefined> {
  const { action, input, served, call } = context;
  const kind = place.kind === 'project' ? 'group' : 'project';
  if (/^\d+$/.test(place.name) || !(await canRead({ kind, name: place.name }, call))) return undefined;
  const param = Object.keys(action.params).find((name) => input[name] === place.name);
  const what = `${param === undefined ? '' : `${param} `}${JSON.stringify(place.name)} is a ${kind}, not a ${place.kind}`;
  return explained(refusal, what, adviceFor(kind, action, served));
}

function adviceFor(kind: PlaceKind, action: Action, served: readonly Action[]): string {
  const other = kind === 'group' ? 'give the full path of a project in it' : 'give the path of a group';
  const own = placeParam(action, kind);
  if (own !== undefined) return `give it as ${own}, or ${other}`;
  const counterpart = findCounterpart(action, kind, served);
  if (counterpart === undefined) return other;
  return `call ${counterpart.id} with it as ${placeParam(counterpart, kind) ?? `${kind}_id`}, or ${other}`;
}

function named({ kind, name }: Place): string {
  return /^\d+$/.test(name) ? `the ${kind} ${name}` : `the ${kind} ${JSON.stringify(name)}`;
}

/** `<explanation> (<GitLab's words>). Suggestion: <next step>: <cause>`, as every refusal reads; a 404 has no cause line. */
function explained({ error, status }: Refusal, text: string, advice: string | undefined): AppError {
  const refused = error instanceof GitLabError ? error : undefined;
  const quoted = refused?.gitlabMessage === undefined ? '' : ` (${refused.gitlabMessage.slice(0, 300)})`;
  const suggestion = advice === undefined ? '' : `. Suggestion: ${advice}`;
  const cause = refused === undefined || status === 404 ? '' : `: ${refused.method} ${refused.url}: ${status}`;
  return new AppError(error.code, `${text}${quoted}${suggestion}${cause}`, {
    cause: error,
    ...(error.detail === undefined ? {} : { detail: error.detail }),
  });
}
