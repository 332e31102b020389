import type { RestRequest } from '../../../gitlab/client.ts';
import { GitLabError } from '../../../gitlab/gitlab-error.ts';
import type { ActionCall } from '../../call.ts';

type Reader = Pick<ActionCall, 'gitlab' | 'signal'>;

/**
 * A read that only makes an answer better: `undefined` when GitLab refuses it. A token may be allowed to write but not
 * to read, and what is done must not look failed for that. It does not become the page of the result.
 */
export async function readIfAllowed(call: Reader, request: Omit<RestRequest, 'method'>): Promise<unknown> {
  try {
    const { body } = await call.gitlab.send({ method: 'GET', ...request }, { signal: call.signal });
    return body;
  } catch (error) {
    if (error instanceof GitLabError) return undefined;
    throw error;
  }
}
