import { AppError } from '../../../errors/app-error.ts';
import type { ActionCall } from '../../call.ts';
import { buildRequest } from '../../request.ts';

/** Creates a group. GitLab demands a path; one that is not given comes from the name, as GitLab's own form does it. */
export async function createGroup(
  call: ActionCall<{ readonly name: string; readonly path?: string }>,
): Promise<unknown> {
  const path = call.input.path ?? pathFromName(call.input.name);
  if (path === '')
    throw new AppError('input.invalid', `${call.action.id}: no path can be derived from the name, give path`);
  const { body } = await call.send(buildRequest(call.action, { ...call.input, path }));
  return body;
}

/** Lower case, accents dropped, anything else a dash; `''` when nothing is left. */
export function pathFromName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_.-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^[-_.]+|[-_.]+$/g, '');
}
