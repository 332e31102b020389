import type { Group } from './groups.ts';
import type { Project } from './projects.ts';
import { type World, defineState } from './world.ts';

export interface BoardList {
  readonly id: number;
  readonly kind: 'label' | 'assignee' | 'milestone';
  /** Id of the label, user or milestone. */
  readonly targetId: number;
  position: number;
  maxIssueCount: number;
  maxIssueWeight: number;
}

export interface Board {
  readonly id: number;
  readonly projectId: number | null;
  readonly groupId: number | null;
  name: string;
  hideBacklogList: boolean;
  hideClosedList: boolean;
  milestoneId: number | null;
  assigneeId: number | null;
  labelIds: readonly number[];
  weight: number | null;
  readonly lists: BoardList[];
}

const boardsState = defineState(() => new Map<number, Board>());

export function createBoard(world: World, owner: Project | Group, name: string): Board {
  const isGroup = 'kind' in owner;
  const board: Board = {
    id: world.nextId('board'),
    projectId: isGroup ? null : owner.id,
    groupId: isGroup ? owner.id : null,
    name,
    hideBacklogList: false,
    hideClosedList: false,
    milestoneId: null,
    assigneeId: null,
    labelIds: [],
    weight: null,
    lists: [],
  };
  world.state(boardsState).set(board.id, board);
  return board;
}

export function boardsOf(world: World, owner: Project | Group): Board[] {
  const isGroup = 'kind' in owner;
  return [...world.state(boardsState).values()].filter(
    ({ projectId, groupId }) => (isGroup ? groupId : projectId) === owner.id,
  );
}

export function removeBoard(world: World, board: Board): void {
  world.state(boardsState).delete(board.id);
}

export function addBoardList(world: World, board: Board, given: Pick<BoardList, 'kind' | 'targetId'>): BoardList {
  const list = {
    ...given,
    id: world.nextId('board_list'),
    position: board.lists.length,
    maxIssueCount: 0,
    maxIssueWeight: 0,
  };
  board.lists.push(list);
  return list;
}

/** Puts a list where it is wanted; the others close up. */
export function moveBoardList(board: Board, list: BoardList, position: number): void {
  board.lists.splice(board.lists.indexOf(list), 1);
  board.lists.splice(Math.max(0, Math.min(position, board.lists.length)), 0, list);
  board.lists.forEach((each, index) => {
    each.position = index;
  });
}

export function removeBoardList(board: Board, list: BoardList): void {
  board.lists.splice(board.lists.indexOf(list), 1);
  board.lists.forEach((each, index) => {
    each.position = index;
  });
}
