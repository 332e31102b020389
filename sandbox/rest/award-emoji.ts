import { viewerProjectLevel } from '../access/levels.ts';
import { canReadNote } from '../access/planning.ts';
import { failure, forbidden, noRecord, notFound } from '../http/refusal.ts';
import { type Award, addAward, awardsOf, isEmoji, type AwardableType } from '../world/award-emoji.ts';
import { levels } from '../world/members.ts';
import { notesOf } from '../world/notes.ts';
import type { World } from '../world/world.ts';
import type { Call } from './call.ts';
import { type NoteableArea, issueArea, mergeRequestArea, snippetArea } from './noteables.ts';
import { requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';
import { presentUserById } from './users-presenter.ts';

interface Awardable {
  readonly type: AwardableType;
  readonly id: number;
}

/** Emoji on issues, merge requests and snippets, and on the comments they have. */
export const awardEmoji: Resource = {
  routes(routes) {
    for (const [area, parameter] of [
      [issueArea, 'issue_iid'],
      [mergeRequestArea, 'merge_request_iid'],
      [snippetArea, 'snippet_id'],
    ] as const) {
      const path = `/projects/:id/${area.path}/:${parameter}`;
      awardRoutes(routes, area, `${path}/award_emoji`, (call) => {
        const { noteable } = area.find(call, parameter);
        return { type: noteable.type as AwardableType, id: Number(noteable.id) }; // the three areas above
      });
      awardRoutes(routes, area, `${path}/notes/:note_id/award_emoji`, (call) => {
        const { noteable, project } = area.find(call, parameter);
        const note = notesOf(call.world, noteable).find(({ id }) => String(id) === call.path('note_id'));
        if (note === undefined || !canReadNote(call, project, note)) throw notFound('Note');
        return { type: 'Note', id: note.id };
      });
    }
  },
};

function awardRoutes(routes: Routes, area: NoteableArea, path: string, find: (call: Call<unknown>) => Awardable): void {
  const read = { permission: `read_${area.noun}_award_emoji` } as const;
  const id = { award_id: requires.integer() };
  const awardIn = (call: Call<{ readonly award_id: number }>, { type, id: on }: Awardable): Award => {
    const award = awardsOf(call.world, type, on).find((each) => each.id === call.params.award_id);
    if (award === undefined) throw noRecord();
    return award;
  };

  routes.get(path, read, (call) => {
    const { type, id: on } = find(call);
    return call.page(awardsOf(call.world, type, on), (award) => presentAward(call.world, award));
  });
  routes.get(`${path}/:award_id`, { ...read, params: id }, (call) =>
    presentAward(call.world, awardIn(call, find(call))),
  );

  routes.post(path, { permission: `create_${area.noun}_award_emoji`, params: { name: requires.string() } }, (call) => {
    const on = find(call);
    const name = aliases[call.params.name] ?? call.params.name;
    if (!isEmoji(name)) throw failure(400, '400 Bad request - Award Emoji Name is not a valid emoji name');
    const isTwice = awardsOf(call.world, on.type, on.id).some(
      (award) => award.userId === call.me.id && award.name === name,
    );
    if (isTwice) throw notFound('Award Emoji Name has already been taken');
    return presentAward(call.world, addAward(call.world, on, { name, userId: call.me.id }));
  });
  routes.delete(`${path}/:award_id`, { permission: `delete_${area.noun}_award_emoji`, params: id }, (call) => {
    const on = find(call);
    const award = awardIn(call, on);
    const project = call.project();
    if (award.userId !== call.me.id && viewerProjectLevel(call, project) < levels.owner && !call.admin)
      throw forbidden();
    const awards = awardsOf(call.world, on.type, on.id);
    awards.splice(awards.indexOf(award), 1);
  });
}

const aliases: Readonly<Record<string, string>> = { '+1': 'thumbsup', '-1': 'thumbsdown' };

function presentAward(world: World, award: Award) {
  return {
    id: award.id,
    name: award.name,
    user: presentUserById(world, award.userId),
    created_at: award.createdAt,
    updated_at: award.createdAt,
    awardable_id: award.awardableId,
    awardable_type: award.awardableType,
    url: null,
  };
}
