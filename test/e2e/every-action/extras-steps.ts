import { within } from './steps.ts';

/** What is asked for over GraphQL beside work items: vulnerabilities, achievements, custom emoji and saved views. */
export const extrasSteps = [
  within({ project_path: 'orbital/ground-station' }, [
    'vulnerability.list',
    'vulnerability.severity_count',
    ['vulnerability.pipeline_security_summary', { pipeline_iid: 1 }],
    within({ id: '$vulnerability.list/items/0/id' }, [
      'vulnerability.get',
      'vulnerability.confirm',
      'vulnerability.resolve',
      ['vulnerability.dismiss', { reason: 'FALSE_POSITIVE', comment: 'Not reachable' }],
      'vulnerability.revert',
    ]),
  ]),
  within({ full_path: 'orbital', group_path: 'orbital', namespace_path: 'orbital' }, [
    ['custom_emoji.create', { name: 'dish', url: 'https://example.com/dish.png' }],
    'custom_emoji.list',
    ['custom_emoji.delete', { id: '$custom_emoji.create/id' }],
    ['achievement.create', { namespace_id: 'orbital', name: 'Dish turner' }],
    within({ achievement_id: '$achievement.create/id' }, [
      'achievement.list',
      ['achievement.update', { description: 'Turned a dish' }],
      ['achievement.award', { user_id: 1 }],
      'achievement.recipients',
      'achievement.unique_users',
      ['achievement.user_list', { username: 'root' }],
      within({ user_achievement_id: '$achievement.award/id' }, [
        ['achievement.user_achievement_update', { show_on_profile: false }],
        ['achievement.user_achievement_reorder', { user_achievement_ids: ['$achievement.award/id'] }],
        'achievement.revoke',
        'achievement.user_achievement_delete',
      ]),
      'achievement.delete',
    ]),
    ['issue.work_item_saved_view_create', { name: 'Dishes', sort: 'CREATED_ASC', filters: { search: 'dish' } }],
    within({ saved_view_id: '$issue.work_item_saved_view_create/id' }, [
      'issue.work_item_saved_view_list',
      'issue.work_item_saved_view_get',
      ['issue.work_item_saved_view_update', { name: 'All dishes' }],
      'issue.work_item_saved_view_unsubscribe',
      'issue.work_item_saved_view_subscribe',
      'issue.work_item_saved_view_delete',
    ]),
  ]),
] as const;
