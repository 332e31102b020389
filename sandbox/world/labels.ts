import type { Group } from './groups.ts';
import type { Project } from './projects.ts';
import { type World, defineState } from './world.ts';

export interface Label {
  readonly id: number;
  /** A label belongs to a project or to a group; promotion moves it from the one to the other. */
  projectId: number | null;
  groupId: number | null;
  name: string;
  description: string | null;
  /** `#RRGGBB`, in the case it was given. */
  color: string;
  archived: boolean;
  readonly createdAt: string;
  /** Project id to the priority the label has there. */
  readonly priorities: Map<number, number>;
  readonly subscribers: Set<number>;
}

const labelsState = defineState(() => new Map<number, Label>());

/** CSS names GitLab's own pickers use; a label made with a name keeps the number. */
const colorNames: Readonly<Record<string, string>> = {
  black: '#000000',
  blue: '#0000FF',
  brown: '#A52A2A',
  crimson: '#DC143C',
  cyan: '#00FFFF',
  darkgreen: '#006400',
  gold: '#FFD700',
  gray: '#808080',
  green: '#008000',
  grey: '#808080',
  indigo: '#4B0082',
  lime: '#00FF00',
  magenta: '#FF00FF',
  maroon: '#800000',
  navy: '#000080',
  olive: '#808000',
  orange: '#FFA500',
  pink: '#FFC0CB',
  purple: '#800080',
  red: '#FF0000',
  silver: '#C0C0C0',
  teal: '#008080',
  tomato: '#FF6347',
  violet: '#EE82EE',
  white: '#FFFFFF',
  yellow: '#FFFF00',
};

/** What labels get that somebody only named. */
const defaultColor = '#6699cc';

/** A colour as it is stored; undefined when it is none. */
export function toColor(given: string): string | undefined {
  if (/^#[0-9a-f]{6}$/i.test(given)) return given;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(given);
  if (short !== null)
    return `#${[...short]
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`;
  return colorNames[given.toLowerCase()];
}

/** The text colour that can be read on a label. */
export function textColor(color: string): string {
  const sum = [1, 3, 5].reduce((total, at) => total + Number.parseInt(color.slice(at, at + 2), 16), 0);
  return sum > 500 ? '#1F1E24' : '#FFFFFF';
}

export function createLabel(
  world: World,
  owner: Project | Group,
  given: { readonly name: string } & Partial<Pick<Label, 'color' | 'description' | 'archived' | 'createdAt'>>,
): Label {
  const isGroup = 'kind' in owner;
  const label: Label = {
    id: world.nextId('label'),
    projectId: isGroup ? null : owner.id,
    groupId: isGroup ? owner.id : null,
    name: given.name,
    description: given.description ?? null,
    color: given.color ?? defaultColor,
    archived: given.archived ?? false,
    createdAt: given.createdAt ?? world.clock.timestamp(),
    priorities: new Map(),
    subscribers: new Set(),
  };
  world.state(labelsState).set(label.id, label);
  return label;
}

export function removeLabel(world: World, label: Label): void {
  world.state(labelsState).delete(label.id);
}

export function findLabel(world: World, id: number): Label | undefined {
  return world.state(labelsState).get(id);
}

/** The labels with these ids that still exist, by name. */
export function labelsWithIds(world: World, ids: Iterable<number>): Label[] {
  const known = world.state(labelsState);
  const found: Label[] = [];
  for (const id of ids) {
    const label = known.get(id);
    if (label !== undefined) found.push(label);
  }
  return found.sort(byName);
}

/** Labels of a group; with `ancestors` and `descendants` of the groups above and everything below as well. */
export function labelsOfGroup(
  world: World,
  group: Group,
  options: { readonly ancestors: boolean; readonly descendants?: boolean } = { ancestors: true },
): Label[] {
  const below = options.descendants === true ? world.groups.descendants(group) : [];
  const groups = [...(options.ancestors ? world.groups.selfAndAncestors(group) : [group]), ...below];
  const ids = new Set(groups.map(({ id }) => id));
  return all(world).filter(({ groupId }) => groupId !== null && ids.has(groupId));
}

/** Labels one can use in a project: its own and those of the groups above it. */
export function labelsOfProject(world: World, project: Project, options = { ancestors: true }): Label[] {
  const group = options.ancestors ? world.groups.find(project.namespaceId) : undefined;
  const ids = new Set(group === undefined ? [] : world.groups.selfAndAncestors(group).map(({ id }) => id));
  return all(world).filter(
    ({ projectId, groupId }) => projectId === project.id || (groupId !== null && ids.has(groupId)),
  );
}

/** Labels by name; those the project does not know yet are made, as GitLab does when one is used. */
export function labelsNamed(world: World, project: Project, names: readonly string[]): Label[] {
  const known = labelsOfProject(world, project);
  const found: Label[] = [];
  for (const given of names) {
    const name = given.trim();
    if (name === '' || found.some((label) => label.name === name)) continue;
    found.push(known.find((label) => label.name === name) ?? createLabel(world, project, { name }));
  }
  return found;
}

function all(world: World): Label[] {
  return [...world.state(labelsState).values()].sort(byName);
}

function byName(a: Label, b: Label): number {
  const [left, right] = [a.name.toLowerCase(), b.name.toLowerCase()];
  return left < right ? -1 : left > right ? 1 : a.id - b.id;
}
