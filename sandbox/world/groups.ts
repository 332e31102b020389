import type { AccessRequest, GroupShare, Invitation, Members } from './members.ts';

export type Visibility = 'private' | 'internal' | 'public';

export interface Group {
  readonly kind: 'group';
  /** Also its namespace id. */
  readonly id: number;
  name: string;
  path: string;
  fullPath: string;
  parentId: number | null;
  description: string;
  visibility: Visibility;
  avatarUrl: string | null;
  readonly createdAt: string;
  archived: boolean;
  /** `YYYY-MM-DD` while deletion waits for the retention period. */
  markedForDeletionOn: string | null;
  requestAccessEnabled: boolean;
  /** Fine-grained tokens only, for the whole hierarchy below a top-level group. */
  enforcesGranularTokens: boolean;
  /** Plain settings that have no behaviour here, by the name they have on the wire. */
  readonly settings: Record<string, unknown>;
  readonly members: Members;
  readonly sharedWith: Map<number, GroupShare>;
  readonly accessRequests: Map<number, AccessRequest>;
  readonly invitations: Map<string, Invitation>;
}

export interface PersonalNamespace {
  readonly kind: 'user';
  readonly id: number;
  readonly userId: number;
}

/** Groups by id and by full path, whatever its case. */
export class Groups {
  readonly #byId = new Map<number, Group>();
  readonly #byPath = new Map<string, Group>();
  /** Paths a group has had before. */
  readonly redirects = new Map<string, number>();

  add(group: Group): Group {
    this.#byId.set(group.id, group);
    this.#byPath.set(group.fullPath.toLowerCase(), group);
    return group;
  }

  find(id: number): Group | undefined {
    return this.#byId.get(id);
  }

  /** For references inside the world, which never dangle. */
  get(id: number): Group {
    const group = this.#byId.get(id);
    if (group === undefined) throw new Error(`no group ${id}`);
    return group;
  }

  findByPath(fullPath: string): Group | undefined {
    return this.#byPath.get(fullPath.toLowerCase());
  }

  /** For seeds, which know what they made. */
  at(fullPath: string): Group {
    const group = this.findByPath(fullPath);
    if (group === undefined) throw new Error(`no group ${fullPath}`);
    return group;
  }

  move(group: Group, fullPath: string): void {
    this.#byPath.delete(group.fullPath.toLowerCase());
    this.redirects.set(group.fullPath.toLowerCase(), group.id);
    group.fullPath = fullPath;
    this.#byPath.set(fullPath.toLowerCase(), group);
    this.redirects.delete(fullPath.toLowerCase());
  }

  remove(group: Group): void {
    this.#byId.delete(group.id);
    this.#byPath.delete(group.fullPath.toLowerCase());
  }

  /** In order of creation. */
  all(): Group[] {
    return [...this.#byId.values()];
  }

  children(id: number | null): Group[] {
    return this.all().filter((group) => group.parentId === id);
  }

  /** Every group below this one, parents before children. */
  descendants(group: Group): Group[] {
    return this.children(group.id).flatMap((child) => [child, ...this.descendants(child)]);
  }

  /** The group itself, then its parent, up to the top. */
  selfAndAncestors(group: Group): Group[] {
    const line = [group];
    for (let current = group; current.parentId !== null; line.push(current)) current = this.get(current.parentId);
    return line;
  }

  root(group: Group): Group {
    let current = group;
    while (current.parentId !== null) current = this.get(current.parentId);
    return current;
  }
}
