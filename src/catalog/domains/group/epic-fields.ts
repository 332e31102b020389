import { described, id, required } from '../../field.ts';
import { groupPath } from '../../fields.ts';

/** Fields that actions on epics share. */

export const epicIid = required(
  id('Number of the epic within its group, the one after &.', {
    asText: true,
    wire: 'iid',
    aliases: ['iid', 'epic', 'epic_id'],
  }),
);

/** An epic is addressed by its group and its number. */
export const ofEpic = {
  full_path: described(groupPath, 'Group of the epic: full path or numeric ID.'),
  epic_iid: epicIid,
} as const;

/** A page of what an epic has, after normalisation. */
export interface Paging {
  readonly first?: number;
  readonly after?: string;
  readonly last?: number;
  readonly before?: string;
}

export interface EpicAddress {
  readonly full_path: string;
  readonly epic_iid: number;
}
