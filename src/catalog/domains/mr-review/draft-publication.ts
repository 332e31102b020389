import type { ActionCall } from '../../call.ts';
import { buildRequest, pathOf, queryOf } from '../../request.ts';
import { type MergeRequestRef, mergeRequestPath } from '../merge-request/merge-request-ref.ts';
import { readIfAllowed } from '../merge-request/optional-read.ts';

type Draft = Readonly<Record<string, unknown>>;

/**
 * Publishes every draft of the caller and returns what became visible. With nothing to publish nothing is sent; where the
 * drafts cannot be read they are published all the same, and the answer says that it cannot list them (trap T-72).
 */
export async function publishAll(call: ActionCall<MergeRequestRef>): Promise<unknown> {
  const drafts = await readDrafts(call);
  if (drafts?.length === 0) {
    call.note('You have no pending draft notes on this merge request, so nothing was published.');
    return { published: [], published_count: 0 };
  }
  await call.send(buildRequest(call.action, call.input));
  if (drafts === undefined) {
    call.note('Your draft notes were published. They could not be listed.');
    return { published: [], published_count: null };
  }
  const published = await describePublished(call, drafts);
  return { published, published_count: published.length };
}

/** Publishes one draft and returns what became visible. */
export async function publishOne(call: ActionCall<MergeRequestRef & { readonly note_id: number }>): Promise<unknown> {
  const path = `${mergeRequestPath(call.input)}/draft_notes${pathOf`/${call.input.note_id}`}`;
  const draft = await readIfAllowed(call, { path });
  await call.send(buildRequest(call.action, call.input));
  const published = isDraft(draft) ? await describePublished(call, [draft]) : [{ draft_note_id: call.input.note_id }];
  return { published, published_count: 1 };
}

/** Drafts read for one publication. GitLab publishes all of them, however many are listed. */
const mostDrafts = 100;

/** The caller's own drafts; `undefined` when they cannot be read. */
async function readDrafts(call: ActionCall<MergeRequestRef>): Promise<readonly Draft[] | undefined> {
  const path = `${mergeRequestPath(call.input)}/draft_notes`;
  const body = await readIfAllowed(call, { path, query: queryOf({ per_page: mostDrafts }) });
  if (!Array.isArray(body)) return undefined;
  const drafts = body.filter(isDraft);
  if (drafts.length === 0) return drafts;
  // GitLab lists only the caller's drafts; should it ever list others, they are not ours to claim.
  const user = await readIfAllowed(call, { path: '/user' });
  if (!isDraft(user) || typeof user['id'] !== 'number') return drafts;
  return drafts.filter(({ author_id }) => author_id === undefined || author_id === null || author_id === user['id']);
}

/** Drafts get other IDs when they become notes; the newest notes are searched for their texts. */
async function describePublished(call: ActionCall<MergeRequestRef>, drafts: readonly Draft[]): Promise<Draft[]> {
  const query = queryOf({ order_by: 'created_at', sort: 'desc', per_page: Math.min(100, drafts.length + 20) });
  const body = await readIfAllowed(call, { path: `${mergeRequestPath(call.input)}/notes`, query });
  const notes = Array.isArray(body) ? body.filter(isDraft) : [];
  return drafts.map((draft) => {
    const index = notes.findIndex((note) => note['body'] === draft['note'] && isBy(note, draft['author_id']));
    const [note] = index === -1 ? [] : notes.splice(index, 1);
    const { id, note: text, discussion_id, resolve_discussion, position } = draft;
    return {
      draft_note_id: id,
      ...(note === undefined ? {} : { note_id: note['id'] }),
      body: text,
      ...(discussion_id === undefined ? {} : { discussion_id }),
      ...(resolve_discussion === true ? { resolve_discussion } : {}),
      ...placeOf(position),
    };
  });
}

function isBy(note: Draft, authorId: unknown): boolean {
  const { author } = note;
  return typeof authorId !== 'number' || !isDraft(author) || author['id'] === authorId;
}

function placeOf(position: unknown): Draft {
  if (!isDraft(position)) return {};
  const { new_path, old_path, new_line, old_line } = position;
  const file = new_path ?? old_path;
  return typeof file === 'string' ? { file, line: new_line ?? old_line ?? null } : {};
}

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
