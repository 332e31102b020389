import { type Action, domainOf } from '../../catalog/action.ts';
import { closest } from '../../catalog/closest.ts';
import type { CatalogView } from '../../catalog/view.ts';
import type { ActionSearch } from '../search/action-search.ts';
import { verbClasses } from '../search/verbs.ts';
import { stem } from '../search/words.ts';
import type { Grant } from '../surface.ts';

const maxNear = 5;
/** Points below the best hit within which another is worth naming. */
const nearScore = 30;
/** A hit that is the name in other words. Only such a one may be an action that destroys. */
const sameScore = 85;

/**
 * Up to five IDs that an unknown name may have meant: misspelt ones, then those near in meaning; none when nothing fits.
 * An action that destroys is named only where the name says so and is that action in other words. Where the operator took
 * actions away none is, since the name may be that of one of them, and its likes are no substitute.
 */
export function nearActions(name: string, view: CatalogView, search: ActionSearch, grant?: Grant): readonly string[] {
  const reaches = (action: Action): boolean => grant?.lists(action) ?? true;
  const harmless = view.actions.filter((action) => action.effect !== 'destroy' && reaches(action));
  const misspelt = closest(
    name,
    harmless.map(({ id }) => id),
    Math.min(2, Math.floor(name.length / 4)),
    maxNear,
  );
  return [...new Set([...misspelt, ...alike(name, view, { search, reaches })])].slice(0, maxNear);
}

interface Finding {
  readonly search: ActionSearch;
  readonly reaches: (action: Action) => boolean;
}

function alike(name: string, view: CatalogView, { search, reaches }: Finding): string[] {
  const { results } = search.find(inWords(name), { limit: 2 * maxNear, explain: false, reaches });
  const [first] = results;
  if (first === undefined || first.lowConfidence === true) return [];
  // The search lets an action that destroys come first only when the words spell it out.
  const mayDestroy = first.action.effect === 'destroy' && view.policy.excluded.size === 0;
  return results
    .filter(({ score }) => score >= first.score - nearScore)
    .filter(({ action, score }) => {
      if (action.effect !== 'destroy') return true;
      return mayDestroy && score >= sameScore && saysTheSame(name, action);
    })
    .map(({ action }) => action.id);
}

/** `list_issues` and `issue.list` as people would say them. */
export function inWords(name: string): string {
  return name
    .replace(/^gitlab_/, '')
    .replaceAll(/[\W_]+/g, ' ')
    .trim();
}

const destroyingVerbs: ReadonlySet<string> = new Set(
  Object.values(verbClasses)
    .filter(({ intent }) => intent === 'destroy')
    .flatMap(({ verbs }) => verbs.split(' ').map(stem)),
);

/** The name has the words of the ID, but for the verb and for the domain, which may go without saying. */
function saysTheSame(name: string, action: Action): boolean {
  const said = stemsOf(name);
  const own = stemsOf(action.id);
  const domain = stemsOf(domainOf(action));
  const added = [...said].filter((word) => !own.has(word));
  const left = [...own].filter((word) => !said.has(word) && !domain.has(word));
  return added.length === left.length && added.length <= 1 && added.every((word) => destroyingVerbs.has(word));
}

function stemsOf(name: string): ReadonlySet<string> {
  return new Set(inWords(name).split(' ').map(stem));
}
