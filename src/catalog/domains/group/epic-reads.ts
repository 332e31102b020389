import { defineAction } from '../../action.ts';
import { id, namespace, required } from '../../field.ts';
import { boardId, groupId, keysetOrder, page } from '../../fields.ts';
import { listOf, one } from '../../result.ts';
import { paging } from './group-fields.ts';

const epicIid = required(
  id('Number of the epic within its group, the one after &.', { aliases: ['iid', 'epic', 'epic_id'] }),
);

const boardList = defineAction({
  id: 'group.epic_board_list',
  tool: 'gitlab_group_epic_board_list',
  title: 'List epic boards of a group',
  summary: 'List the epic boards of a group with their lists.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/epic_boards',
  params: { group_id: groupId, ...page },
  result: listOf('epic_board'),
  words: ['roadmap board', 'portfolio board', 'boards with epics'],
  related: ['group.epic_board_get', 'group.epic_list'],
});

const boardGet = defineAction({
  id: 'group.epic_board_get',
  tool: 'gitlab_group_epic_board_get',
  title: 'Get an epic board of a group',
  summary: 'Get one epic board of a group with its lists.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/epic_boards/:board_id',
  params: { group_id: groupId, board_id: boardId },
  result: one('epic_board'),
  words: ['columns of an epic board'],
  related: ['group.epic_board_list'],
});

const links = defineAction({
  id: 'group.epic_get_links',
  tool: 'gitlab_epic_get_links',
  title: 'List child epics',
  summary: 'List the epics directly below an epic.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:full_path/epics/:epic_iid/epics',
  params: {
    full_path: required(
      namespace('Full path of the group of the epic.', {
        names: 'group',
        aliases: ['group', 'group_id', 'group_path'],
      }),
    ),
    epic_iid: epicIid,
  },
  result: listOf('epic'),
  words: [
    'sub-epics',
    'hierarchy of an epic',
    'hierarchy below an epic',
    'nested epics',
    'child epics',
    'sub-epics of an epic',
    'epics under an epic',
  ],
  related: ['group.epic_get', 'group.epic_issue_list'],
});

const labelEventList = defineAction({
  id: 'group.event_epic_label_list',
  tool: 'gitlab_list_group_epic_label_events',
  title: 'List label changes of an epic',
  summary: 'List when labels were added to an epic or taken off, and by whom.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/epics/:epic_iid/resource_label_events',
  params: { group_id: groupId, epic_iid: epicIid, ...paging, ...keysetOrder },
  result: listOf('label_event'),
  words: ['label history of an epic'],
  related: ['group.epic_get', 'group.event_epic_label_get'],
});

const labelEventGet = defineAction({
  id: 'group.event_epic_label_get',
  tool: 'gitlab_get_group_epic_label_event',
  title: 'Get a label change of an epic',
  summary: 'Get one event in which a label was added to an epic or taken off.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/epics/:epic_iid/resource_label_events/:label_event_id',
  params: {
    group_id: groupId,
    epic_iid: epicIid,
    label_event_id: required(id('ID of the event.', { aliases: ['event_id', 'id'] })),
  },
  result: one('label_event'),
  words: ['single label event of an epic'],
  related: ['group.event_epic_label_list'],
});

export const epicReads = [boardList, boardGet, links, labelEventList, labelEventGet];
