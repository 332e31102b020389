import { AppError } from '../../../errors/app-error.ts';
import type { ActionCall } from '../../call.ts';
import { isRecord } from '../../../gitlab/json.ts';

/**
 * How the instance is, as facts: a GitLab that does not answer, or does not take the token, is what was asked for and no
 * failure of the action. Only a cancelled call ends in an error.
 */
export async function readStatus(call: ActionCall): Promise<unknown> {
  const [metadata, user] = await Promise.all([ask(call, '/metadata'), ask(call, '/user')]);
  const answered = metadata.answered || user.answered;
  const status = !answered ? 'unreachable' : (metadata.problem ?? user.problem) ? 'degraded' : 'healthy';
  return {
    status,
    url: call.gitlab.instance.webBase,
    reachable: answered,
    authenticated: user.body !== undefined,
    version: metadata.body?.['version'] ?? null,
    revision: metadata.body?.['revision'] ?? null,
    enterprise: metadata.body?.['enterprise'] ?? null,
    user: user.body === undefined ? null : describeUser(user.body),
    response_ms: metadata.ms,
    problems: [metadata.problem, user.problem].filter((problem) => problem !== undefined),
  };
}

interface Answer {
  readonly body?: Readonly<Record<string, unknown>>;
  /** Something answered, were it with a refusal. */
  readonly answered: boolean;
  readonly problem?: string;
  readonly ms: number;
}

async function ask(call: ActionCall, path: string): Promise<Answer> {
  const startedAt = call.now();
  try {
    const { body } = await call.send({ method: 'GET', path });
    const ms = call.now() - startedAt;
    return isRecord(body)
      ? { body, answered: true, ms }
      : { answered: true, problem: `GET ${path} gave no object`, ms };
  } catch (error) {
    if (!(error instanceof AppError) || error.code.startsWith('action.')) throw error;
    const answered =
      error.code === 'gitlab.refused' || error.code === 'gitlab.answer' || error.code.startsWith('auth.');
    return { answered, problem: `GET ${path}: ${error.message}`, ms: call.now() - startedAt };
  }
}

function describeUser(user: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { id, username, name, state, is_admin: isAdmin, bot, web_url: webUrl } = user;
  return { id, username, name, state, is_admin: isAdmin ?? false, bot: bot ?? false, web_url: webUrl };
}
