import type { Action } from '../../src/catalog/action.ts';
import { execute, type Outcome } from '../../src/catalog/execute.ts';
import { GitLabClient } from '../../src/gitlab/client.ts';
import { createDispatcher } from '../../src/gitlab/dispatcher.ts';
import { parseInstance } from '../../src/gitlab/instance.ts';
import { type SeenRequest, startHttp } from './local-server.ts';

/** An answer that is more than a JSON body. */
export class Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** One page of a list with GitLab's paging headers. */
export function onePage(body: readonly unknown[], page: { number: number; next?: number; total?: number }): Reply {
  return new Reply(200, body, {
    'x-page': String(page.number),
    'x-per-page': '20',
    'x-next-page': page.next === undefined ? '' : String(page.next),
    ...(page.total === undefined ? {} : { 'x-total': String(page.total) }),
  });
}

/** Text instead of JSON. */
export function plainText(text: string): Reply {
  return new Reply(200, text, { 'content-type': 'text/plain' });
}

/** Answers by `METHOD /path` below `/api/v4`: a JSON body, a `Reply`, or a function that gives either. */
export type Answers = Readonly<Record<string, unknown>>;

interface Run {
  /** `METHOD /path?query`, the query decoded, with the body where there is one. */
  readonly sent: readonly (string | readonly [string, unknown])[];
  readonly outcome: Outcome | undefined;
  /** The value of the outcome, for the eye of a test. */
  readonly value: unknown;
  readonly notes: readonly string[];
  readonly error: Error | undefined;
}

/** Runs an action with the real client against a server on 127.0.0.1; what has no answer is GitLab's 404. */
export async function runAgainst(action: Action, input: unknown, answers: Answers): Promise<Run> {
  await using server = await startHttp((request, response) => {
    const { status, body, headers } = toReply(answers[keyOf(request)], request);
    const isText = typeof body === 'string' && headers['content-type'] !== undefined;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body === undefined ? undefined : isText ? body : JSON.stringify(body));
  });
  const dispatcher = createDispatcher({ verifyTls: true, allowPrivateInstances: true });
  const gitlab = new GitLabClient({
    instance: parseInstance(server.origin),
    credential: { kind: 'private-token', secret: 'glpat-test' },
    dispatcher,
  });
  try {
    const { signal } = new AbortController();
    const outcome = await execute(action, input, { gitlab, policy }, { signal, confirmed: true });
    return { sent: server.seen.map(toSent), outcome, value: outcome.value, notes: outcome.notes, error: undefined };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { sent: server.seen.map(toSent), outcome: undefined, value: undefined, notes: [], error };
  } finally {
    await dispatcher.close();
  }
}

const policy = {
  tier: 'ultimate',
  gitlabCom: false,
  readOnly: false,
  safeMode: false,
  yolo: false,
  excluded: new Set<string>(),
  adminMode: true,
} as const;

function keyOf({ method, url }: SeenRequest): string {
  return `${method} ${url.replace('/api/v4', '').replace(/\?.*$/, '')}`;
}

function toReply(answer: unknown, request: SeenRequest): Reply {
  const given: unknown = typeof answer === 'function' ? answer(request) : answer;
  if (given instanceof Reply) return given;
  return given === undefined ? new Reply(404, { message: '404 Not found' }) : new Reply(200, given);
}

function toSent({ method, url, body }: SeenRequest): string | readonly [string, unknown] {
  const target = `${method} ${decodeQuery(url.replace('/api/v4', ''))}`;
  return body.length === 0 ? target : [target, JSON.parse(body.toString('utf8'))];
}

function decodeQuery(url: string): string {
  const [path = '', query] = url.split('?');
  return query === undefined ? path : `${path}?${decodeURIComponent(query)}`;
}
