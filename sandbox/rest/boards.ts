import { canReadIssues } from '../access/planning.ts';
import { failure, forbidden, invalidRecord, noRecord } from '../http/refusal.ts';
import {
  type Board,
  type BoardList,
  addBoardList,
  boardsOf,
  createBoard,
  moveBoardList,
  removeBoard,
  removeBoardList,
} from '../world/boards.ts';
import type { Group } from '../world/groups.ts';
import { findLabel, labelsOfGroup, labelsOfProject, labelsWithIds } from '../world/labels.ts';
import { levels } from '../world/members.ts';
import { findMilestone } from '../world/milestones.ts';
import type { Project } from '../world/projects.ts';
import { hasTier, isEnterprise } from '../world/settings.ts';
import type { Call } from './call.ts';
import { presentBasicGroup } from './groups-presenter.ts';
import { presentLabelBasic } from './labels-presenter.ts';
import { presentMilestone } from './milestones-presenter.ts';
import { optional, requires } from './params.ts';
import { presentProjectIdentity } from './projects-presenter.ts';
import type { Resource, Routes } from './routes.ts';
import { presentUserById } from './users-presenter.ts';

type Kind = 'project' | 'group';

/** Issue boards and their lists. Groups have one board without a licence, and cannot make or delete any. */
export const boards: Resource = {
  routes(routes) {
    for (const kind of ['project', 'group'] as const) {
      boardRoutes(routes, kind, `/${kind}s/:id/boards`);
      listRoutes(routes, kind, `/${kind}s/:id/boards/:board_id/lists`);
    }
  },
};

function isGroup(owner: Project | Group): owner is Group {
  return 'kind' in owner;
}

function ownerOf(call: Call<unknown>, kind: Kind): Project | Group {
  if (kind === 'group') return call.group();
  const project = call.project();
  if (!canReadIssues(call, project)) throw forbidden();
  return project;
}

function requireAdmin(call: Call<unknown>, owner: Project | Group): void {
  const level = isGroup(owner) ? call.levelInGroup(owner) : call.levelIn(owner);
  if (level < levels.planner || (!isGroup(owner) && owner.archived)) throw forbidden();
}

function boardOf(call: Call<{ readonly board_id: number }>, owner: Project | Group): Board {
  const board = boardsOf(call.world, owner).find(({ id }) => id === call.params.board_id);
  if (board === undefined) throw noRecord();
  return board;
}

const boardId = { board_id: requires.integer() };

function boardRoutes(routes: Routes, kind: Kind, path: string): void {
  const read = { permission: 'read_issue_board' } as const;
  const licence = kind === 'group' ? ({ tier: 'premium', unlicensed: 403 } as const) : {};
  routes.get(path, read, (call) => {
    const owner = ownerOf(call, kind);
    return call.page(boardsOf(call.world, owner), (board) => presentBoard(call, board));
  });
  routes.get(`${path}/:board_id`, { ...read, params: boardId }, (call) =>
    presentBoard(call, boardOf(call, ownerOf(call, kind))),
  );
  routes.post(path, { permission: 'create_issue_board', ...licence, params: { name: requires.string() } }, (call) => {
    const owner = ownerOf(call, kind);
    requireAdmin(call, owner);
    if (call.params.name.trim() === '') throw invalidRecord({ name: ["can't be blank"] });
    return presentBoard(call, createBoard(call.world, owner, call.params.name));
  });
  const params = {
    ...boardId,
    name: optional.string(),
    hide_backlog_list: optional.boolean(),
    hide_closed_list: optional.boolean(),
    assignee_id: optional.integer(),
    milestone_id: optional.integer(),
    labels: optional.strings(),
    weight: optional.integer(),
  };
  const atLeastOneOf = [
    'name',
    'hide_backlog_list',
    'hide_closed_list',
    'assignee_id',
    'milestone_id',
    'labels',
    'weight',
  ];
  routes.put(`${path}/:board_id`, { permission: 'update_issue_board', params, atLeastOneOf }, (call) => {
    const owner = ownerOf(call, kind);
    requireAdmin(call, owner);
    const board = boardOf(call, owner);
    const { name, hide_backlog_list: hideBacklog, hide_closed_list: hideClosed } = call.params;
    board.name = name ?? board.name;
    board.hideBacklogList = hideBacklog ?? board.hideBacklogList;
    board.hideClosedList = hideClosed ?? board.hideClosedList;
    if (hasTier(call.world.settings, 'premium')) setScope(call, owner, board);
    return presentBoard(call, board);
  });
  routes.delete(`${path}/:board_id`, { permission: 'delete_issue_board', ...licence, params: boardId }, (call) => {
    const owner = ownerOf(call, kind);
    requireAdmin(call, owner);
    removeBoard(call.world, boardOf(call, owner));
  });
}

interface Scope {
  readonly assignee_id?: number | null | undefined;
  readonly milestone_id?: number | null | undefined;
  readonly labels?: readonly string[] | null | undefined;
  readonly weight?: number | null | undefined;
}

/** What a board is limited to. */
function setScope(call: Call<Scope>, owner: Project | Group, board: Board): void {
  const { assignee_id: assigneeId, milestone_id: milestoneId, labels, weight } = call.params;
  if (assigneeId !== undefined) board.assigneeId = assigneeId;
  if (milestoneId !== undefined) board.milestoneId = milestoneId;
  if (weight !== undefined) board.weight = weight;
  if (labels !== undefined) {
    const known = labelsFor(call, owner);
    board.labelIds = known.filter(({ name }) => labels?.includes(name) === true).map(({ id }) => id);
  }
}

function labelsFor({ world }: Call<unknown>, owner: Project | Group) {
  return isGroup(owner) ? labelsOfGroup(world, owner, { ancestors: true }) : labelsOfProject(world, owner);
}

function presentBoard(call: Call<unknown>, board: Board) {
  const { world } = call;
  const project = board.projectId === null ? undefined : world.projects.find(board.projectId);
  const group = board.groupId === null ? undefined : world.groups.find(board.groupId);
  const milestone = findMilestone(world, board.milestoneId);
  return {
    id: board.id,
    name: board.name,
    hide_backlog_list: board.hideBacklogList,
    hide_closed_list: board.hideClosedList,
    ...(project === undefined ? {} : { project: presentProjectIdentity(world, project) }),
    ...(group === undefined ? {} : { group: presentBasicGroup(world, group) }),
    lists: board.lists.map((list) => presentList(call, list)),
    ...(isEnterprise(world.settings)
      ? {
          milestone: milestone === undefined ? null : presentMilestone(world, milestone),
          assignee: presentUserById(world, board.assigneeId),
          labels: labelsWithIds(world, board.labelIds).map(presentLabelBasic),
          weight: board.weight,
        }
      : {}),
  };
}

function presentList({ world }: Call<unknown>, list: BoardList) {
  const label = list.kind === 'label' ? findLabel(world, list.targetId) : undefined;
  const milestone = list.kind === 'milestone' ? findMilestone(world, list.targetId) : undefined;
  return {
    id: list.id,
    label: label === undefined ? null : presentLabelBasic(label),
    position: list.position,
    ...(isEnterprise(world.settings)
      ? {
          list_type: list.kind,
          max_issue_count: list.maxIssueCount,
          max_issue_weight: list.maxIssueWeight,
          limit_metric: null,
          ...(list.kind === 'assignee' ? { assignee: presentUserById(world, list.targetId) } : {}),
          ...(milestone === undefined ? {} : { milestone: presentMilestone(world, milestone) }),
        }
      : {}),
  };
}

function listRoutes(routes: Routes, kind: Kind, path: string): void {
  const read = { permission: 'read_issue_board_list' } as const;
  const listIn = (call: Call<{ readonly board_id: number; readonly list_id: number }>) => {
    const owner = ownerOf(call, kind);
    const board = boardOf(call, owner);
    const list = board.lists.find(({ id }) => id === call.params.list_id);
    if (list === undefined) throw noRecord();
    return { owner, board, list };
  };
  const ids = { ...boardId, list_id: requires.integer() };

  routes.get(path, { ...read, params: boardId }, (call) => {
    const { lists } = boardOf(call, ownerOf(call, kind));
    return call.page(lists, (list) => presentList(call, list));
  });
  routes.get(`${path}/:list_id`, { ...read, params: ids }, (call) => presentList(call, listIn(call).list));

  const target = {
    label_id: optional.integer(),
    assignee_id: optional.integer(),
    milestone_id: optional.integer(),
    iteration_id: optional.integer(),
  };
  routes.post(
    path,
    { permission: 'create_issue_board_list', params: { ...boardId, ...target }, exactlyOneOf: Object.keys(target) },
    (call) => {
      const owner = ownerOf(call, kind);
      requireAdmin(call, owner);
      const board = boardOf(call, owner);
      return presentList(call, addBoardList(call.world, board, checkedTarget(call, owner, board)));
    },
  );
  routes.put(
    `${path}/:list_id`,
    { permission: 'update_issue_board_list', params: { ...ids, position: requires.integer() } },
    (call) => {
      const { owner, board, list } = listIn(call);
      requireAdmin(call, owner);
      moveBoardList(board, list, call.params.position);
      return presentList(call, list);
    },
  );
  routes.delete(`${path}/:list_id`, { permission: 'delete_issue_board_list', params: ids }, (call) => {
    const { owner, board, list } = listIn(call);
    requireAdmin(call, owner);
    removeBoardList(board, list);
  });
}

interface Target {
  readonly label_id?: number | null | undefined;
  readonly assignee_id?: number | null | undefined;
  readonly milestone_id?: number | null | undefined;
}

/** What a new list shows: a label, or with a licence a person or a milestone; each once per board. */
function checkedTarget(call: Call<Target>, owner: Project | Group, board: Board): Pick<BoardList, 'kind' | 'targetId'> {
  const { world } = call;
  const { label_id: labelId, assignee_id: assigneeId, milestone_id: milestoneId } = call.params;
  const isLicensed = hasTier(world.settings, 'premium');
  const refuse = (error: string) => failure(400, { error });
  let target: Pick<BoardList, 'kind' | 'targetId'>;
  if (labelId !== undefined && labelId !== null) {
    if (!labelsFor(call, owner).some(({ id }) => id === labelId)) throw refuse('Label not found!');
    target = { kind: 'label', targetId: labelId };
  } else if (assigneeId !== undefined && assigneeId !== null) {
    if (!isLicensed) throw refuse('Assignee lists not available with your current license');
    if (world.users.find(assigneeId) === undefined) throw refuse('User not found!');
    target = { kind: 'assignee', targetId: assigneeId };
  } else {
    if (!isLicensed) throw refuse('Milestone lists not available with your current license');
    if (findMilestone(world, milestoneId ?? null) === undefined) throw refuse('Milestone not found!');
    target = { kind: 'milestone', targetId: milestoneId ?? 0 };
  }
  if (board.lists.some((list) => list.kind === target.kind && list.targetId === target.targetId)) {
    throw refuse(`${target.kind.charAt(0).toUpperCase()}${target.kind.slice(1)} has already been taken`);
  }
  return target;
}
