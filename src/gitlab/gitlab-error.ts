import { AppError, type ErrorCode } from '../errors/app-error.ts';
import type { Refusal } from './classify-refusal.ts';

/** Which of GitLab's ways to write an error the body has; `foreign` when GitLab did not write it. */
export type ErrorFamily = 'application' | 'validation' | 'parameter' | 'oauth' | 'graphql' | 'foreign' | 'none';

/** What is known about the credential after a 401: the pool's answer, or that nobody was asked. */
export type CredentialVerdict = 'rejected' | 'accepted' | 'unknown';

export interface GitLabErrorFacts {
  readonly status: number;
  readonly method: string;
  /** Path below the instance's API base, without the query. */
  readonly path: string;
  /** Scheme, host and path without the query: what a cause line may name. */
  readonly url: string;
  readonly isGraphql: boolean;
  /** The request changes nothing; when absent, its method tells. */
  readonly isRead?: boolean | undefined;
  /** The answer came from another origin than the instance's, after a redirect. */
  readonly isElsewhere: boolean;
  readonly family: ErrorFamily;
  /** What the status means for the credential; `undefined` when it says nothing about it. */
  readonly refusal: Refusal | undefined;
  readonly credential?: CredentialVerdict | undefined;
  /** GitLab's own sentence: one line, no control characters, at most 512 characters, of which the message quotes 300. */
  readonly gitlabMessage?: string | undefined;
  /** For logs only. */
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** What the answer was instead of JSON, when it was not. */
  readonly foreign?: string | undefined;
}

/** GitLab, or something in front of it, answered with an error status. Holds facts only: no headers, no body, no secret. */
export class GitLabError extends AppError {
  override readonly name = 'GitLabError';
  readonly status: number;
  readonly method: string;
  readonly path: string;
  readonly url: string;
  readonly isGraphql: boolean;
  readonly isRead: boolean;
  readonly family: ErrorFamily;
  readonly refusal: Refusal | undefined;
  readonly credential: CredentialVerdict;
  readonly gitlabMessage: string | undefined;
  readonly requestId: string | undefined;
  readonly foreign: string | undefined;

  constructor(code: ErrorCode, message: string, facts: GitLabErrorFacts) {
    super(code, message, {
      ...(facts.retryAfterMs === undefined ? {} : { retryAfterMs: facts.retryAfterMs }),
      detail: { status: facts.status, method: facts.method, url: facts.url, requestId: facts.requestId },
    });
    this.status = facts.status;
    this.method = facts.method;
    this.path = facts.path;
    this.url = facts.url;
    this.isGraphql = facts.isGraphql;
    this.isRead = facts.isRead ?? (facts.method === 'GET' || facts.method === 'HEAD');
    this.family = facts.family;
    this.refusal = facts.refusal;
    this.credential = facts.credential ?? 'unknown';
    this.gitlabMessage = facts.gitlabMessage;
    this.requestId = facts.requestId;
    this.foreign = facts.foreign;
  }
}

/** GitLab's answer behind an error: itself, or what another error that explains it was caused by. */
export function findGitLabError(error: unknown): GitLabError | undefined {
  if (error instanceof GitLabError) return error;
  return error instanceof Error && error.cause !== undefined ? findGitLabError(error.cause) : undefined;
}
