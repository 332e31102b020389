import { ciKinds } from './ci-kinds.ts';
import { codeKinds } from './code-kinds.ts';
import { genericKind } from './generic.ts';
import { guardKinds } from './guard-kinds.ts';
import type { Kind } from './kind.ts';
import { peopleKinds } from './people-kinds.ts';
import { planningKinds } from './planning-kinds.ts';
import { workKinds } from './work-kinds.ts';

/** Every kind of GitLab thing that has a form of its own. */
export const kinds: Readonly<Record<string, Kind>> = {
  ...workKinds,
  ...planningKinds,
  ...codeKinds,
  ...ciKinds,
  ...guardKinds,
  ...peopleKinds,
};

/** The form of a kind; of an unknown one, a form that finds its way through any object. */
export function kindOf(name: string): Kind {
  if (Object.hasOwn(kinds, name)) {
    const kind = kinds[name];
    if (kind !== undefined) return kind;
  }
  let generic = generics.get(name);
  if (generic === undefined) {
    generic = genericKind(name);
    generics.set(name, generic);
  }
  return generic;
}

/** Names come from the catalog, so there are as many as it has kinds. */
const generics = new Map<string, Kind>();
