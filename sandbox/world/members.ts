export const levels = {
  none: 0,
  minimal: 5,
  guest: 10,
  planner: 15,
  reporter: 20,
  developer: 30,
  maintainer: 40,
  owner: 50,
} as const;

export type LevelName = keyof typeof levels;

/** Levels that may be given to a member; `none` and `minimal` are not. */
export const assignableLevels: readonly number[] = [10, 15, 20, 30, 40, 50];

export interface Member {
  readonly userId: number;
  accessLevel: number;
  readonly createdAt: string;
  readonly createdById: number | null;
  /** `YYYY-MM-DD`, the first day without membership. */
  expiresAt: string | null;
}

/** Members by user id. */
export type Members = Map<number, Member>;

/** A group invited to a project or to another group. */
export interface GroupShare {
  readonly groupId: number;
  readonly groupAccess: number;
  readonly expiresAt: string | null;
}

export interface AccessRequest {
  readonly userId: number;
  readonly requestedAt: string;
}

export interface Invitation {
  readonly email: string;
  accessLevel: number;
  readonly createdAt: string;
  expiresAt: string | null;
  readonly createdById: number;
}
