import { canUseFeature, viewerProjectLevel } from '../access/levels.ts';
import { canReadCode } from '../access/levels.ts';
import { canReadSnippet } from '../access/snippets.ts';
import { forbidden, noRecord, notFound } from '../http/refusal.ts';
import { noteableOf } from '../world/issuable-changes.ts';
import type { Issuable } from '../world/issuables.ts';
import { levels } from '../world/members.ts';
import type { Noteable } from '../world/notes.ts';
import type { Project } from '../world/projects.ts';
import { repositoryOf } from '../world/repository.ts';
import { type Snippet, findSnippet } from '../world/snippets.ts';
import type { Call } from './call.ts';
import { issueOf, mergeRequestOf } from './issuable-lookup.ts';

/** Something one can comment on, found by the path of a request. */
export interface Place {
  readonly project: Project;
  readonly noteable: Noteable;
  readonly issuable: Issuable | undefined;
  readonly title: string;
}

/** An area of the API with comments: where it is, and how its paths are read. */
export interface NoteableArea {
  /** `issues` in `/projects/:id/issues/:noteable_id/notes`. */
  readonly path: string;
  readonly find: (call: Call<unknown>, parameter: string) => Place;
  /** Names permissions: `read_work_item_note`. */
  readonly noun: string;
}

export const issueArea: NoteableArea = {
  path: 'issues',
  noun: 'work_item',
  find(call, parameter) {
    const { project, issue } = issueOf(call, parameter);
    return { project, noteable: noteableOf(issue), issuable: issue, title: issue.title };
  },
};

export const mergeRequestArea: NoteableArea = {
  path: 'merge_requests',
  noun: 'merge_request',
  find(call, parameter) {
    const { project, mergeRequest } = mergeRequestOf(call, parameter);
    return { project, noteable: noteableOf(mergeRequest), issuable: mergeRequest, title: mergeRequest.title };
  },
};

export const snippetArea: NoteableArea = {
  path: 'snippets',
  noun: 'snippet',
  find(call, parameter) {
    const project = call.project();
    const snippet = projectSnippet(call, project, parameter);
    return { project, noteable: snippetNoteable(snippet), issuable: undefined, title: snippet.title };
  },
};

export const commitArea: NoteableArea = {
  path: 'repository/commits',
  noun: 'commit',
  find(call, parameter) {
    const project = call.project();
    if (!canReadCode(call, project)) throw forbidden();
    const commit = repositoryOf(call.world, project).resolve(call.path(parameter));
    if (commit === undefined) throw notFound('Commit');
    const title = commit.message.split('\n', 1)[0] ?? '';
    return {
      project,
      noteable: { type: 'Commit', id: commit.sha, iid: null, projectId: project.id },
      issuable: undefined,
      title,
    };
  },
};

export function snippetNoteable({ id, projectId }: Snippet): Noteable {
  return { type: 'Snippet', id, iid: null, projectId };
}

export function projectSnippet(call: Call<unknown>, project: Project, parameter = 'snippet_id'): Snippet {
  if (!canUseFeature(call, project, 'snippets')) throw forbidden();
  const text = call.path(parameter);
  const snippet = /^\d+$/.test(text) ? findSnippet(call.world, Number(text)) : undefined;
  if (snippet === undefined || snippet.projectId !== project.id || !canReadSnippet(call, snippet)) throw noRecord();
  return snippet;
}

/** Everybody who reads may comment; where the discussion is locked, members only. */
export function requireComments(call: Call<unknown>, { project, issuable }: Place): void {
  const level = viewerProjectLevel(call, project);
  if (project.archived) throw forbidden();
  if (issuable?.discussionLocked === true && level < levels.guest) throw forbidden();
}
