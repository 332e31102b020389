import { AppError } from '../../src/errors/app-error.ts';
import type { Action } from '../../src/catalog/action.ts';
import type { GitLabApi, LocalFiles } from '../../src/catalog/call.ts';
import { execute, type Outcome } from '../../src/catalog/execute.ts';
import type { Policy } from '../../src/catalog/view.ts';
import type { GitLabResponse, RestRequest } from '../../src/gitlab/client.ts';
import { parseInstance } from '../../src/gitlab/instance.ts';
import { ResponseHeaders } from '../../src/gitlab/response-headers.ts';

/** One request as a reader of a test wants it: `PUT /projects/1?x=y`, and the body when there is one. */
export type Sent = string | readonly [string, unknown];

interface Recording {
  readonly sent: readonly Sent[];
  readonly requests: readonly RestRequest[];
  readonly outcome: Outcome | undefined;
  readonly error: Error | undefined;
}

/** What the recorder answers, in order: a body, an error to fail with, or a function of the request. */
type ScriptedAnswer = unknown;

interface RecordOptions {
  readonly answers?: readonly ScriptedAnswer[];
  readonly instance?: string;
  readonly files?: LocalFiles;
  readonly now?: () => number;
  readonly signal?: AbortSignal;
  readonly stream?: GitLabApi['stream'];
}

const everything: Policy = {
  tier: 'ultimate',
  gitlabCom: true,
  readOnly: false,
  safeMode: false,
  yolo: false,
  excluded: new Set(),
  adminMode: true,
};

/** Runs an action with a GitLab at the boundary that writes down what it is asked and answers as it is told. */
export async function recordRequests(action: Action, input: unknown, options: RecordOptions = {}): Promise<Recording> {
  const requests: RestRequest[] = [];
  const answers = [...(options.answers ?? [])];
  const gitlab: GitLabApi = {
    instance: parseInstance(options.instance ?? 'https://gitlab.example'),
    send(request) {
      requests.push(request);
      return answer(request, answers.shift());
    },
    graphql: () => Promise.reject(new Error('no GraphQL expected')),
    stream: options.stream ?? (() => Promise.reject(new Error('no stream expected'))),
  };
  try {
    const outcome = await execute(
      action,
      input,
      { gitlab, policy: everything },
      {
        signal: options.signal ?? new AbortController().signal,
        confirmed: true,
        ...(options.files === undefined ? {} : { files: options.files }),
        ...(options.now === undefined ? {} : { now: options.now }),
      },
    );
    return { sent: requests.map(toSent), requests, outcome, error: undefined };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { sent: requests.map(toSent), requests, outcome: undefined, error };
  }
}

async function answer(request: RestRequest, scripted: ScriptedAnswer): Promise<GitLabResponse> {
  const body: unknown = typeof scripted === 'function' ? scripted(request) : scripted;
  if (body instanceof Error) throw body;
  return { status: body === undefined ? 204 : 200, headers: new ResponseHeaders({}), body };
}

function toSent({ method, path, query, body }: RestRequest): Sent {
  const target = `${method} ${path}${query === undefined || query === '' ? '' : `?${decodeURIComponent(query)}`}`;
  return body === undefined ? target : [target, body];
}

/** An error as the client throws it. */
export function refusal(message: string, code: ConstructorParameters<typeof AppError>[0] = 'gitlab.refused'): AppError {
  return new AppError(code, message);
}

/** The multipart body of a request as text, when it has one in memory. */
export function formText(request: RestRequest | undefined): string {
  const body = request?.form?.open();
  return Buffer.isBuffer(body) ? body.toString('utf8') : '';
}
