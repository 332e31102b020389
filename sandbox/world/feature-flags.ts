import type { Project } from './projects.ts';
import { type World, defineState } from './world.ts';

export const strategyNames = [
  'default',
  'gradualRolloutUserId',
  'userWithId',
  'gitlabUserList',
  'flexibleRollout',
] as const;
export type StrategyName = (typeof strategyNames)[number];

export interface Strategy {
  readonly id: number;
  name: StrategyName;
  parameters: Readonly<Record<string, unknown>>;
  scopes: readonly { readonly id: number; readonly environmentScope: string }[];
  userListId: number | null;
}

export interface FeatureFlag {
  name: string;
  description: string | null;
  active: boolean;
  readonly createdAt: string;
  updatedAt: string;
  strategies: Strategy[];
}

export interface UserList {
  readonly id: number;
  readonly iid: number;
  readonly projectId: number;
  name: string;
  /** Comma-separated ids of users, as the application knows them. */
  userXids: string;
  readonly createdAt: string;
  updatedAt: string;
}

interface Flags {
  readonly flags: FeatureFlag[];
  readonly lists: UserList[];
}

const flagsState = defineState(() => new Map<number, Flags>());

export function flagsOf(world: World, project: Project): Flags {
  const state = world.state(flagsState);
  const known = state.get(project.id);
  if (known !== undefined) return known;
  const made: Flags = { flags: [], lists: [] };
  state.set(project.id, made);
  return made;
}

export function strategy(
  world: World,
  given: Pick<Strategy, 'name'> & { readonly parameters?: Strategy['parameters'] } & {
    readonly environments?: readonly string[];
    readonly userListId?: number | null;
  },
): Strategy {
  return {
    id: world.nextId('strategy'),
    name: given.name,
    parameters: given.parameters ?? {},
    scopes: (given.environments ?? ['*']).map((environmentScope) => ({
      id: world.nextId('strategy_scope'),
      environmentScope,
    })),
    userListId: given.userListId ?? null,
  };
}

export function addFlag(
  world: World,
  project: Project,
  given: Pick<FeatureFlag, 'name'> & Partial<FeatureFlag>,
): FeatureFlag {
  const createdAt = given.createdAt ?? world.clock.timestamp();
  const flag: FeatureFlag = {
    description: null,
    active: true,
    updatedAt: createdAt,
    strategies: [],
    ...given,
    createdAt,
  };
  flagsOf(world, project).flags.push(flag);
  return flag;
}

export function addUserList(
  world: World,
  project: Project,
  given: Pick<UserList, 'name' | 'userXids'> & { readonly createdAt?: string },
): UserList {
  const createdAt = given.createdAt ?? world.clock.timestamp();
  const list: UserList = {
    ...given,
    id: world.nextId('user_list'),
    iid: world.nextId(`user_list_iid/${project.id}`),
    projectId: project.id,
    createdAt,
    updatedAt: createdAt,
  };
  flagsOf(world, project).lists.push(list);
  return list;
}
