import type { ErrorCode } from '../errors/app-error.ts';
import { decodeText, describeForeign, isJsonType } from './answer-text.ts';
import { classifyRefusal } from './classify-refusal.ts';
import { type CredentialVerdict, GitLabError, type GitLabErrorFacts } from './gitlab-error.ts';
import { readGitLabMessage } from './gitlab-message.ts';
import { parseJson } from './json.ts';
import type { ResponseHeaders } from './response-headers.ts';
import { statusMeaning } from './status-meaning.ts';

/** An answer that did not give what was asked for. */
export interface BadAnswer {
  readonly method: string;
  readonly path: string;
  readonly url: string;
  readonly isGraphql: boolean;
  readonly isElsewhere: boolean;
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Buffer;
  readonly retryAfterMs: number | undefined;
  /** Taken out of whatever the answer says, should it repeat it. */
  readonly secret: string;
}

/** Reads the facts out of an answer with an error status, or with no JSON where there must be some. */
export function readBadAnswer(answer: BadAnswer): GitLabErrorFacts {
  const { status, headers, isGraphql, isElsewhere } = answer;
  const contentType = headers.get('content-type');
  // Before anything is cut out of it: half a credential is a leak too.
  const body = redact(decodeText(answer.body, contentType), answer.secret);
  const parsed = parseBody(body, contentType);
  const { family, text } = readGitLabMessage(parsed, isGraphql);
  return {
    status,
    method: answer.method,
    path: answer.path,
    url: answer.url,
    isGraphql,
    family,
    refusal: classifyRefusal({ status, body: parsed, isGraphql, isElsewhere }),
    gitlabMessage: isElsewhere ? undefined : text,
    requestId: /^[\w-]{1,64}$/.exec(headers.get('x-request-id') ?? '')?.[0],
    retryAfterMs: answer.retryAfterMs,
    foreign: parsed === undefined ? describeForeign(body, contentType) : undefined,
  };
}

/** The error for an answer, with what the pool found out about the credential. */
export function buildGitLabError(
  facts: GitLabErrorFacts,
  { credential, note }: { readonly credential: CredentialVerdict; readonly note?: string | undefined },
): GitLabError {
  const { status, refusal, foreign, gitlabMessage } = facts;
  const meaning = statusMeaning({ status, refusal, credential, foreign, host: new URL(facts.url).host });
  const quoted = gitlabMessage === undefined ? '' : ` (${gitlabMessage})`;
  const message = `${meaning}${quoted}${note === undefined ? '' : `; ${note}`}`;
  return new GitLabError(codeFor(facts), message, { ...facts, credential });
}

function codeFor({ status, foreign }: GitLabErrorFacts): ErrorCode {
  if (status === 502 || status === 503 || status === 504) return 'gitlab.unreachable';
  return foreign !== undefined && status !== 429 ? 'gitlab.answer' : 'gitlab.refused';
}

/** A one-letter credential would take the JSON apart; nobody has such a credential. */
function redact(text: string, secret: string): string {
  return secret.length < 8 ? text : text.replaceAll(secret, '[redacted]');
}

/** `{}` for an empty body, `undefined` for one that is not JSON. */
function parseBody(text: string, contentType: string | undefined): unknown {
  if (text === '') return {};
  if (!isJsonType(contentType)) return undefined;
  try {
    return parseJson(text);
  } catch {
    // Whatever it is, it is not what GitLab would have written.
    return undefined;
  }
}
