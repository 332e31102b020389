import type { ActionCall } from '../../call.ts';
import { buildRequest } from '../../request.ts';

type Scope = 'created_by_me' | 'assigned_to_me' | 'all';

const meanings: Readonly<Record<Scope, string>> = {
  all: 'Scope all: every issue this token may see.',
  created_by_me: 'Scope created_by_me: only issues the caller created.',
  assigned_to_me: 'Scope assigned_to_me: only issues assigned to the caller.',
};

/**
 * Sends the request of an instance-wide read with its scope spelled out. GitLab would start from what the caller
 * created, so that "all open issues" is answered with a few of them; ours starts from everything and says so (trap T-08).
 */
export async function sendWithScope(call: ActionCall<{ readonly scope?: string }>): Promise<unknown> {
  const scope = toScope(call.input.scope);
  const { body } = await call.send(buildRequest(call.action, { ...call.input, scope }));
  call.note(meanings[scope]);
  return body;
}

function toScope(given: string | undefined): Scope {
  return given === 'created_by_me' || given === 'assigned_to_me' ? given : 'all';
}
