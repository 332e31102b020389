import { isDeepStrictEqual } from 'node:util';
import { describeToken, isDescribed, meetsMinimum } from './describe-token.ts';
import type { Entry } from './entry.ts';
import { isComplete, readGrant } from './grant.ts';
import { verifyCredential } from './verdict.ts';

/** What becomes of an entry once GitLab was asked again. */
export type Revalidated = 'kept' | 'rejected' | 'below-minimum';

/**
 * Asks GitLab again about the credential of an entry and keeps what it learns. Only what GitLab says changes anything: a
 * read that fails keeps what the entry had (VER-04, FG-03). Never rejects.
 */
export async function revalidate(entry: Entry, signal: AbortSignal): Promise<Revalidated> {
  const { gitlab } = entry;
  const verdict = await verifyCredential(gitlab, signal);
  if (verdict.kind === 'rejected' || verdict.kind === 'below-minimum') return verdict.kind;
  if (verdict.kind === 'unanswered') return 'kept';

  const description = await describeToken(gitlab, signal);
  if (!meetsMinimum(description)) return 'below-minimum';
  const { scopes, fineGrained } = description;
  // Neither scopes nor kind of a token ever change, so this is news only when they could not be read before.
  let isNews = isDescribed(description) && !isDescribed(entry.facts);
  if (isNews) entry.facts = { ...entry.facts, scopes, fineGrained };
  if (fineGrained) {
    const reading = await readGrant(gitlab, description.id, signal);
    if (entry.grant === undefined || isComplete(reading)) {
      isNews ||= !isDeepStrictEqual(entry.grant, reading);
      entry.grant = reading;
    }
  }
  if (isNews) entry.learned();
  return 'kept';
}
