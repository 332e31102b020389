import { mayPush } from '../access/merging.ts';
import { canReadMergeRequests } from '../access/planning.ts';
import { failure, forbidden } from '../http/refusal.ts';
import { refresh } from '../world/merge-request-pushes.ts';
import { findMergeRequest, sourceProjectOf } from '../world/merge-requests.ts';
import { type Suggestion, applySuggestions, byFile, findSuggestion, isAppliable } from '../world/suggestions.ts';
import type { Call } from './call.ts';
import { presentSuggestion } from './notes-presenter.ts';
import { optional, requires } from './params.ts';
import type { Resource } from './routes.ts';

/** Suggestions of reviewers, applied to the source branch. */
export const suggestions: Resource = {
  routes(routes) {
    const message = { commit_message: optional.string() };
    const options = { permission: 'apply_suggestion', boundary: 'user' } as const;
    routes.put('/suggestions/:id/apply', { ...options, params: { id: requires.integer(), ...message } }, (call) => {
      const [applied] = apply(call, [call.params.id], call.params.commit_message);
      return applied;
    });
    routes.put('/suggestions/batch_apply', { ...options, params: { ids: requires.integers(), ...message } }, (call) =>
      apply(call, call.params.ids, call.params.commit_message),
    );
  },
};

function apply(call: Call<unknown>, ids: readonly number[], message: string | null | undefined) {
  const found = ids.map((id) => readable(call, id));
  const mergeRequest = findMergeRequest(call.world, Number(found[0]?.note.noteable.id));
  const source = mergeRequest === undefined ? undefined : sourceProjectOf(call.world, mergeRequest);
  if (mergeRequest === undefined || source === undefined) {
    throw failure(404, 'Suggestion is not applicable as the suggestion was not found.');
  }
  if (!mayPush(call, source, mergeRequest.sourceBranch)) throw forbidden();
  if (found.some((suggestion) => !isAppliable(call.world, suggestion))) {
    throw failure(400, "Can't apply this suggestion.");
  }
  const given = message ?? '';
  const text = given === '' ? defaultMessage(call, found) : given;
  applySuggestions(call.world, found, call.me, text);
  refresh(call.world, mergeRequest);
  return found.map((suggestion) => presentSuggestion(call.world, suggestion));
}

function readable(call: Call<unknown>, id: number): Suggestion {
  const suggestion = findSuggestion(call.world, id);
  const project =
    suggestion === undefined ? undefined : call.world.projects.find(suggestion.note.noteable.projectId ?? 0);
  if (suggestion === undefined || project === undefined || !canReadMergeRequests(call, project)) {
    throw failure(404, 'Suggestion is not applicable as the suggestion was not found.');
  }
  return suggestion;
}

function defaultMessage({ world }: Call<unknown>, found: readonly Suggestion[]): string {
  const authors = [...new Set(found.map(({ note }) => note.authorId))].map((id) => world.users.get(id));
  const trailers = authors.map(({ name, email }) => `Co-authored-by: ${name} <${email}>`);
  return `Apply ${found.length} suggestion(s) to ${byFile(found).size} file(s)\n\n${trailers.join('\n')}`;
}
