import type { Action } from './action.ts';

export type PlaceKind = 'project' | 'group';

/**
 * The action that does in a group what `action` does in a project, or the reverse: the one on the same route below the
 * other place, else the first related one that takes the other place.
 */
export function findCounterpart(action: Action, kind: PlaceKind, served: readonly Action[]): Action | undefined {
  const wanted = placelessRoute(action, kind === 'group' ? 'project' : 'group');
  const sameRoute = wanted === undefined ? [] : served.filter((other) => placelessRoute(other, kind) === wanted);
  const related = served.filter(
    (other) => other.effect === action.effect && action.related?.includes(other.id) === true,
  );
  return (
    sameRoute.find((other) => other.result.shape === action.result.shape) ??
    sameRoute[0] ??
    related.find((other) => other.params[`${kind}_id`]?.required === true)
  );
}

/** The name of the param of an action that takes a project or a group. */
export function placeParam(action: Action, kind: PlaceKind): string | undefined {
  return Object.keys(action.params).find((name) => {
    const field = action.params[name];
    return field?.type === 'string' && field.names === kind;
  });
}

/** A route without the place it starts with and without the names of its placeholders: `GET labels/:`. */
function placelessRoute({ route }: Action, kind: PlaceKind): string | undefined {
  const match = /^(\w+) \/(project|group)s\/:\w+(?:\/(.*))?$/.exec(route ?? '');
  return match?.[2] === kind ? `${match[1]} ${(match[3] ?? '').replaceAll(/:\w+/g, ':')}` : undefined;
}
