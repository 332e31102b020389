import type { Instance } from '../gitlab/instance.ts';
import { assignNames } from './assign-names.ts';
import { coerce } from './coerce.ts';
import type { Field, Params } from './field.ts';
import { Refused } from './refused.ts';

type Given = ReadonlyMap<string, unknown>;

/**
 * People copy the address of a page, and models pass it on where a project or group is asked for. What an address of this
 * instance names is taken out of it: the path, and the number of the very object, where the call leaves that out. The path
 * is still judged like any other, so a URL gets nothing past the checks of T-09. What cannot be taken is `Refused`.
 */
export function takePlaceUrls(params: Params, given: Given, instance: Instance): Given {
  if (![...given.values()].some(isWebUrl)) return given;
  const names = assignNames(params, given.keys(), { isOpen: false });
  const taken = new Map(given);
  const mainPlace = Object.keys(params).find((name) => isPlace(params[name]));
  for (const [key, value] of given) {
    const name = names.get(key);
    if (name === undefined || !isPlace(params[name]) || !isWebUrl(value)) continue;
    const url = readWebUrl(value, instance);
    taken.set(key, url instanceof Refused ? url : url.path);
    // What stands beside another project, such as the target of a move, is not the object of the call.
    const object = url instanceof Refused || name !== mainPlace ? undefined : findNumberParam(params, url);
    if (object !== undefined) fillIn(taken, object, { names, place: name });
  }
  return taken;
}

function isWebUrl(value: unknown): value is string {
  return typeof value === 'string' && /^\s*https?:\/\//i.test(value);
}

/** Users have no pages to copy that name a place. */
function isPlace(field: Field | undefined): boolean {
  return field?.type === 'string' && field.form === 'namespace' && field.names !== undefined && field.names !== 'user';
}

interface WebUrl {
  /** As it stands in the URL: percent-encoded, and not yet judged. */
  readonly path: string;
  /** Which page below the place, such as `issues`, and of which object. */
  readonly kind?: string;
  readonly number?: string;
}

/**
 * Not `new URL(…).pathname`: that folds `..` away before anybody could refuse it. The scheme is of no matter, because
 * nothing is sent there.
 */
function readWebUrl(text: string, { origin, basePath, webBase }: Instance): WebUrl | Refused {
  const [, start = '', pathname = ''] = /^(https?:\/\/[^/?#\\]*)([^?#]*)/i.exec(text.trim()) ?? [];
  const host = URL.canParse(start) ? new URL(start).host : '';
  const advice = `give a URL that starts with ${webBase}/, or the full path such as group/project`;
  if (host !== new URL(origin).host) return new Refused(`is a URL of another host than this GitLab, ${advice}`);
  if (!pathname.startsWith(`${basePath}/`)) return new Refused(`is not a URL below ${webBase}, ${advice}`);
  const [place = '', page = ''] = pathname.slice(basePath.length).split(/\/-(?:\/|$)/, 2);
  const path = place
    .replace(/^\/+|\/+$/g, '')
    .replace(/^groups\//, '')
    .replace(/\.git$/, '');
  if (path === '') return new Refused(`is a URL that names no project or group, ${advice}`);
  const [, kind, number] = /^([a-z_]+)\/(\d{1,16})(?:\/|$)/.exec(page) ?? [];
  return kind === undefined || number === undefined ? { path } : { path, kind, number };
}

/** The params that take the number of what a page shows, the exact one first. Every issue is a work item too. */
const numberParams: Readonly<Record<string, readonly string[]>> = {
  issues: ['issue_iid', 'work_item_iid'],
  work_items: ['work_item_iid', 'issue_iid'],
  merge_requests: ['merge_request_iid'],
  epics: ['epic_iid'],
  pipelines: ['pipeline_id'],
  jobs: ['job_id'],
};

interface NumberParam {
  readonly name: string;
  readonly field: Field;
  readonly value: string;
}

function findNumberParam(params: Params, { kind = '', number }: WebUrl): NumberParam | undefined {
  const known = Object.hasOwn(numberParams, kind) ? numberParams[kind] : undefined;
  const name = known?.find((each) => Object.hasOwn(params, each));
  const field = name === undefined ? undefined : params[name];
  return name === undefined || field === undefined || number === undefined ? undefined : { name, field, value: number };
}

/** A call that names another object itself means one of the two, and nobody can tell which. */
function fillIn(
  taken: Map<string, unknown>,
  { name, field, value }: NumberParam,
  { names, place }: { readonly names: ReadonlyMap<string, string>; readonly place: string },
): void {
  const keys = [...taken.keys()].filter((key) => names.get(key) === name && (taken.get(key) ?? null) !== null);
  if (keys.length === 0) taken.set(name, value);
  for (const key of keys) {
    const own = coerce(field, taken.get(key));
    // What is no number at all is reported as that.
    if (own instanceof Refused || String(own.value) === String(Number(value))) continue;
    taken.set(
      key,
      new Refused(`is ${String(own.value)}, but the URL in ${place} is that of ${value}, give one of them`),
    );
  }
}
