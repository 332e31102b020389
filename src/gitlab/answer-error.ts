import type { ErrorCode } from '../errors/app-error.ts';
import type { Delivered } from './delivery.ts';
import type { CollectedAnswer } from './exchange.ts';
import { decodeText, describeForeign, isJsonType, oneLine } from './answer-text.ts';
import { classifyRefusal } from './classify-refusal.ts';
import { type CredentialVerdict, GitLabError, type GitLabErrorFacts } from './gitlab-error.ts';
import { readGitLabMessage } from './gitlab-message.ts';
import { parseJson } from './json.ts';
import { statusMeaning } from './status-meaning.ts';

/** Characters of GitLab's own sentence that a message quotes. */
const maxQuoted = 300;

/** What to do about a proxy that takes the path of a project apart (T-12). */
export const encodedSlashes =
  'a proxy in front of GitLab decodes %2F in URLs; let it pass encoded slashes (nginx: proxy_pass without a path, Apache: AllowEncodedSlashes NoDecode)';

/** The part of a request that its error names. */
export interface FailedRequest {
  readonly method: string;
  /** Below the API base, encoded, without the query. */
  readonly path: string;
  readonly isGraphql?: boolean;
  /** A query, though it is sent as a POST. */
  readonly isRead?: boolean;
}

/** Reads the facts out of an answer with an error status, or with no JSON where there must be some. */
export function readBadAnswer(
  { method, path, isGraphql = false, isRead }: FailedRequest,
  { answer, headers, url, isElsewhere, retryAfterMs }: Delivered<CollectedAnswer>,
  secret: string,
): GitLabErrorFacts {
  const { status } = answer;
  const contentType = headers.get('content-type');
  // Before anything is cut out of it: half a credential is a leak too.
  const body = redact(decodeText(answer.body, contentType), secret);
  const parsed = parseBody(body, contentType);
  const { family, text } = readGitLabMessage(parsed, isGraphql);
  return {
    status,
    method,
    path,
    url,
    isGraphql,
    isRead,
    isElsewhere,
    family,
    refusal: classifyRefusal({ status, body: parsed, isGraphql, isElsewhere }),
    gitlabMessage: isElsewhere ? undefined : text,
    requestId: /^[\w-]{1,64}$/.exec(headers.get('x-request-id') ?? '')?.[0],
    retryAfterMs,
    // An error may be without a body, an answer to a read may not.
    foreign: parsed === undefined || (status < 400 && body === '') ? describeForeign(body, contentType) : undefined,
  };
}

/** The error for an answer, with what the pool found out about the credential. */
export function buildGitLabError(facts: GitLabErrorFacts, credential: CredentialVerdict): GitLabError {
  const { status, refusal, foreign, gitlabMessage } = facts;
  const meaning = statusMeaning({ status, refusal, credential, foreign, host: new URL(facts.url).host });
  const quoted = gitlabMessage === undefined ? '' : ` (${oneLine(gitlabMessage, maxQuoted)})`;
  const note = noteFor(facts);
  return new GitLabError(codeFor(facts), `${meaning}${quoted}${note === undefined ? '' : `; ${note}`}`, {
    ...facts,
    credential,
  });
}

/** What the status alone does not tell. */
function noteFor({ status, foreign, isElsewhere, path, url }: GitLabErrorFacts): string | undefined {
  if (isElsewhere && status >= 400 && status < 500) {
    return `the instance redirected to ${new URL(url).origin}, where the credential is not sent; if that is the instance's own address, configure it`;
  }
  return status === 404 && foreign !== undefined && /%2f/i.test(path) ? `perhaps ${encodedSlashes}` : undefined;
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
