import { canReadNote } from '../access/planning.ts';
import type { Viewer } from '../world/links.ts';
import { type Discussion, type Note, isResolvable } from '../world/notes.ts';
import type { Project } from '../world/projects.ts';
import { isAppliable, suggestionsOf } from '../world/suggestions.ts';
import { presentUserById } from './users-presenter.ts';

export function presentNote({ world }: Viewer, note: Note) {
  const { noteable, position } = note;
  const isDiffNote = note.type === 'DiffNote';
  const isOnMergeRequest = noteable.type === 'MergeRequest';
  return {
    id: note.id,
    type: note.type,
    body: note.body,
    author: presentUserById(world, note.authorId),
    created_at: note.createdAt,
    updated_at: note.updatedAt,
    system: note.system,
    noteable_id: typeof noteable.id === 'number' ? noteable.id : null,
    noteable_type: noteable.type,
    project_id: noteable.projectId,
    ...(isDiffNote && isOnMergeRequest ? { commit_id: note.commitId } : {}),
    ...(isDiffNote ? { position } : {}),
    resolvable: isResolvable(note),
    ...(isResolvable(note)
      ? {
          resolved: note.resolvedAt !== null,
          resolved_by: presentUserById(world, note.resolvedById),
          resolved_at: note.resolvedAt,
        }
      : {}),
    ...(isDiffNote && isOnMergeRequest ? { suggestions: presentSuggestions(world, note) } : {}),
    confidential: note.internal,
    internal: note.internal,
    imported: false,
    imported_from: 'none',
    noteable_iid: noteable.iid,
    commands_changes: {},
  };
}

function presentSuggestions(world: Viewer['world'], note: Note) {
  return suggestionsOf(world, note).map((suggestion) => presentSuggestion(world, suggestion));
}

export function presentSuggestion(world: Viewer['world'], suggestion: ReturnType<typeof suggestionsOf>[number]) {
  return {
    id: suggestion.id,
    from_line: suggestion.fromLine,
    to_line: suggestion.toLine,
    appliable: isAppliable(world, suggestion),
    applied: suggestion.applied,
    from_content: suggestion.fromContent,
    to_content: suggestion.toContent,
  };
}

export function presentDiscussion(viewer: Viewer, project: Project | undefined, discussion: Discussion) {
  return {
    id: discussion.id,
    individual_note: discussion.isIndividual,
    notes: visibleNotes(viewer, project, discussion.notes).map((note) => presentNote(viewer, note)),
  };
}

export function visibleNotes(viewer: Viewer, project: Project | undefined, notes: readonly Note[]): Note[] {
  return notes.filter((note) => canReadNote(viewer, project, note));
}
