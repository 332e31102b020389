import { forbidden, invalidRecord, noRecord } from '../http/refusal.ts';
import { type DraftNote, addDraft, draftsOf, removeDraft } from '../world/draft-notes.ts';
import type { MergeRequest } from '../world/merge-requests.ts';
import { discussionsOf, type Position } from '../world/notes.ts';
import { setReview } from './approvals.ts';
import type { Call } from './call.ts';
import { type Place, mergeRequestArea, requireComments } from './noteables.ts';
import { mergeRequestAt, place, positionInput, setResolved, writeNote } from './note-writing.ts';
import { optional, requires } from './params.ts';
import { runQuickActions } from './quick-actions.ts';
import type { Resource } from './routes.ts';

const path = '/projects/:id/merge_requests/:merge_request_iid/draft_notes';
const iid = { merge_request_iid: requires.integer() };
const id = { ...iid, draft_note_id: requires.integer() };

interface Found {
  readonly at: Place;
  readonly mergeRequest: MergeRequest;
}

/** Comments of a review that only their author sees until they are published. */
export const draftNotes: Resource = {
  routes(routes) {
    routes.get(
      path,
      {
        permission: 'read_merge_request_draft_note',
        params: { ...iid, order_by: optional.string(), sort: optional.string() },
      },
      (call) => {
        const { mergeRequest } = find(call);
        return call.page(draftsOf(call.world, mergeRequest.id, call.me.id), presentDraft);
      },
    );
    routes.get(`${path}/:draft_note_id`, { permission: 'read_merge_request_draft_note', params: id }, (call) =>
      presentDraft(draftIn(call, find(call))),
    );

    const creation = {
      ...iid,
      note: requires.string(),
      in_reply_to_discussion_id: optional.string(),
      commit_id: optional.string(),
      resolve_discussion: optional.boolean(),
      position: optional.hash(positionInput),
    };
    routes.post(path, { permission: 'create_merge_request_draft_note', params: creation }, (call) => {
      const { at, mergeRequest } = find(call);
      requireComments(call, at);
      const {
        note,
        position,
        in_reply_to_discussion_id: reply,
        commit_id: commitId,
        resolve_discussion: resolve,
      } = call.params;
      if (note.trim() === '') throw invalidRecord({ note: ["can't be blank"] });
      const isReply = reply !== undefined && reply !== null && reply !== '';
      if (isReply && !discussionsOf(call.world, at.noteable).some((thread) => thread.id === reply)) {
        throw invalidRecord({ base: ['Thread to reply to cannot be found'] });
      }
      const placed = position === undefined || position === null ? undefined : place(call, mergeRequest, position);
      const draft = addDraft(call.world, {
        mergeRequestId: mergeRequest.id,
        authorId: call.me.id,
        note,
        discussionId: isReply ? reply : null,
        resolveDiscussion: isReply && resolve === true,
        commitId: commitId ?? null,
        position: placed?.position ?? null,
        lineCode: placed?.lineCode ?? null,
      });
      return presentDraft(draft);
    });
    routes.put(
      `${path}/:draft_note_id`,
      {
        permission: 'update_merge_request_draft_note',
        params: { ...id, note: optional.string(), position: optional.hash(positionInput) },
      },
      (call) => {
        const found = find(call);
        const draft = draftIn(call, found);
        const { note, position } = call.params;
        if (note !== undefined && note !== null && note.trim() !== '') draft.note = note;
        if (position !== undefined && position !== null) {
          const placed = place(call, found.mergeRequest, position);
          draft.position = placed.position;
          draft.lineCode = placed.lineCode;
        }
        return presentDraft(draft);
      },
    );
    routes.delete(`${path}/:draft_note_id`, { permission: 'delete_merge_request_draft_note', params: id }, (call) =>
      removeDraft(call.world, draftIn(call, find(call))),
    );

    routes.put(
      `${path}/:draft_note_id/publish`,
      { permission: 'publish_merge_request_draft_note', params: id, status: 204 },
      (call) => {
        const found = find(call);
        publish(call, found, [draftIn(call, found)]);
      },
    );
    const bulk = {
      ...iid,
      note: optional.string(),
      internal: optional.boolean(),
      reviewer_state: optional.string({ values: ['approved', 'requested_changes', 'reviewed'] }),
    };
    routes.post(
      `${path}/bulk_publish`,
      { permission: 'publish_merge_request_draft_note', params: bulk, status: 204 },
      (call) => {
        const found = find(call);
        publish(call, found, draftsOf(call.world, found.mergeRequest.id, call.me.id));
        const { note, internal, reviewer_state: state } = call.params;
        if (note !== undefined && note !== null && note.trim() !== '') {
          writeNote(call, found.at, { body: note, internal: internal === true });
        }
        if (state === 'requested_changes' || state === 'reviewed') setReview(found.mergeRequest, call.me, state);
      },
    );
  },
};

function find(call: Call<unknown>): Found {
  const at = mergeRequestArea.find(call, 'merge_request_iid');
  const mergeRequest = mergeRequestAt(call, at);
  if (mergeRequest === undefined) throw noRecord();
  if (call.user === undefined) throw forbidden();
  return { at, mergeRequest };
}

/** Drafts of others are as if they did not exist. */
function draftIn(call: Call<{ readonly draft_note_id: number }>, { mergeRequest }: Found): DraftNote {
  const draft = draftsOf(call.world, mergeRequest.id, call.me.id).find((each) => each.id === call.params.draft_note_id);
  if (draft === undefined) throw noRecord();
  return draft;
}

function publish(call: Call<unknown>, { at }: Found, drafts: readonly DraftNote[]): void {
  for (const draft of drafts) {
    const threads = discussionsOf(call.world, at.noteable);
    const thread = draft.discussionId === null ? undefined : threads.find((each) => each.id === draft.discussionId);
    const placed = draft.position === null ? undefined : { position: draft.position, lineCode: draft.lineCode };
    const { body } = runQuickActions(call, at, draft.note);
    if (body.trim() !== '') writeNote(call, at, { body }, { thread, placed, commitId: draft.commitId });
    if (thread !== undefined && draft.resolveDiscussion) {
      const now = discussionsOf(call.world, at.noteable).find((each) => each.id === thread.id);
      setResolved(call, at, now?.notes ?? [], true);
    }
    removeDraft(call.world, draft);
  }
}

const nowhere: Position = {
  base_sha: null,
  start_sha: null,
  head_sha: null,
  old_path: null,
  new_path: null,
  position_type: 'text',
  old_line: null,
  new_line: null,
  line_range: null,
};

function presentDraft(draft: DraftNote) {
  return {
    id: draft.id,
    author_id: draft.authorId,
    merge_request_id: draft.mergeRequestId,
    resolve_discussion: draft.resolveDiscussion,
    discussion_id: draft.discussionId,
    note: draft.note,
    commit_id: draft.commitId,
    line_code: draft.lineCode,
    position: draft.position ?? nowhere,
  };
}
