import { type Instance, parseInstance } from '../gitlab/instance.ts';
import { AppError } from '../errors/app-error.ts';
import { classifyAddress } from '../net/classify-address.ts';
import type { HttpRefusal } from './refusal.ts';

export interface InstancePolicy {
  /** Published by the operator. Empty only when callers may name any. */
  readonly published: readonly Instance[];
  readonly allowPrivate: boolean;
  /** In OAuth mode a refusal may name the published instances, and one that is not among them is forbidden. */
  readonly oauth: boolean;
}

export type InstanceChoice =
  | { readonly kind: 'instance'; readonly instance: Instance; readonly headerIgnored: boolean }
  | { readonly kind: 'refused'; readonly refusal: HttpRefusal };

/** Which GitLab a request is for: one published, or the one that `GITLAB-URL` picks (INST-01 to INST-03). */
export function chooseInstance(header: string | undefined, policy: InstancePolicy): InstanceChoice {
  const [only] = policy.published;
  if (only !== undefined && policy.published.length === 1) {
    return { kind: 'instance', instance: only, headerIgnored: header !== undefined };
  }
  if (header === undefined || header.trim() === '') return refuse(400, -32600, missingText(policy));
  const named = parse(header);
  if (typeof named === 'string') return refuse(400, -32600, `GITLAB-URL: ${named}`);
  if (policy.published.length === 0) return judgeOwnAddress(named, policy);
  const published = policy.published.find((instance) => instance.key === named.key);
  if (published !== undefined) return { kind: 'instance', instance: published, headerIgnored: false };
  return policy.oauth
    ? refuse(403, -40300, 'the instance that GITLAB-URL names is not published by this server')
    : refuse(
        400,
        -32600,
        'the instance that GITLAB-URL names is not published by this server, ask its administrator which ones are',
      );
}

/** A literal address is judged before anything is sent; a name is judged where the connection is made. */
function judgeOwnAddress(instance: Instance, policy: InstancePolicy): InstanceChoice {
  const kind = classifyAddress(instance.hostname);
  if (kind === 'metadata')
    return refuse(400, -32600, 'GITLAB-URL names a cloud metadata address, which is never contacted');
  if (kind === 'private' && !policy.allowPrivate) {
    return refuse(
      400,
      -32600,
      'GITLAB-URL names a private address, which this server contacts only with --allow-private-instances=true',
    );
  }
  return { kind: 'instance', instance, headerIgnored: false };
}

function parse(header: string): Instance | string {
  try {
    return parseInstance(header);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

function missingText({ published, oauth }: InstancePolicy): string {
  if (published.length === 0)
    return 'the header GITLAB-URL is required: the URL of your GitLab, such as https://gitlab.example.com';
  return oauth
    ? `the header GITLAB-URL is required: one of ${published.map((instance) => instance.webBase).join(', ')}`
    : 'the header GITLAB-URL is required: ask the administrator of this server which GitLab instances it serves';
}

function refuse(status: number, code: number, message: string): InstanceChoice {
  return { kind: 'refused', refusal: { reason: 'request.instance', status, code, message } };
}
