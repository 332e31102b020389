import { noteableOf } from '../world/issuable-changes.ts';
import { type Issuable, projectOf } from '../world/issuables.ts';
import type { Issue } from '../world/issues.ts';
import { type MergeRequest, allMergeRequests } from '../world/merge-requests.ts';
import { notesOf } from '../world/notes.ts';
import { mentionedIn } from '../world/references.ts';
import type { World } from '../world/world.ts';

/** Everything people wrote about something: title, description, comments. */
function textOf(world: World, target: Issuable): string {
  const comments = notesOf(world, noteableOf(target)).filter(({ system }) => !system);
  return [target.title, target.description ?? '', ...comments.map(({ body }) => body)].join('\n');
}

/** Merge requests that speak of an issue, and those the issue speaks of. */
export function mergeRequestsMentioning(world: World, issue: Issue): MergeRequest[] {
  const spokenOf = new Set<Issuable>(mentionedIn(world, projectOf(world, issue), textOf(world, issue)));
  return allMergeRequests(world).filter(
    (mergeRequest) =>
      spokenOf.has(mergeRequest) ||
      mentionedIn(world, projectOf(world, mergeRequest), textOf(world, mergeRequest)).includes(issue),
  );
}

/** Issues a merge request speaks of. */
export function issuesMentionedBy(world: World, mergeRequest: MergeRequest): Issue[] {
  return mentionedIn(world, projectOf(world, mergeRequest), textOf(world, mergeRequest)).filter(
    (target) => target.kind === 'Issue',
  );
}
