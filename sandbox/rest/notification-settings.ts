import { defineState } from '../world/world.ts';
import type { Call } from './call.ts';
import { optional } from './params.ts';
import type { Resource } from './routes.ts';

type Scope = 'global' | 'project' | 'group';

const levels = ['disabled', 'participating', 'watch', 'global', 'mention', 'custom'] as const;

const events = [
  'new_release',
  'new_note',
  'new_issue',
  'reopen_issue',
  'close_issue',
  'reassign_issue',
  'issue_due',
  'new_merge_request',
  'push_to_merge_request',
  'reopen_merge_request',
  'close_merge_request',
  'reassign_merge_request',
  'change_reviewer_merge_request',
  'merge_merge_request',
  'failed_pipeline',
  'fixed_pipeline',
  'success_pipeline',
  'moved_project',
  'merge_when_pipeline_succeeds',
  'new_epic',
  'approver',
];

interface Setting {
  level: string;
  email: string | undefined;
  readonly events: Record<string, boolean>;
}

const settingsState = defineState(() => new Map<string, Setting>());

/** What the caller wants to be told about: in general, in a group, in a project. */
export const notificationSettings: Resource = {
  routes(routes) {
    for (const scope of ['global', 'project', 'group'] as const) {
      const path = scope === 'global' ? '/notification_settings' : `/${scope}s/:id/notification_settings`;
      const access = { access: 'user', boundary: 'user' } as const;
      routes.get(path, { ...access, permission: 'read_notification_setting' }, (call) => present(call, scope));
      routes.put(
        path,
        {
          ...access,
          permission: 'update_notification_setting',
          params: {
            ...Object.fromEntries(events.map((event) => [event, optional.boolean()])),
            level: optional.string({ values: levels }),
            notification_email: optional.string(),
          },
        },
        (call) => {
          const setting = settingOf(call, scope);
          const given: Readonly<Record<string, unknown>> = call.params;
          setting.level = call.params.level ?? setting.level;
          setting.email = call.params.notification_email ?? setting.email;
          for (const event of events) if (typeof given[event] === 'boolean') setting.events[event] = given[event];
          return present(call, scope);
        },
      );
    }
  },
};

function settingOf(call: Call<unknown>, scope: Scope): Setting {
  const id = scope === 'global' ? 0 : scope === 'project' ? call.project().id : call.group().id;
  const key = `${call.me.id}/${scope}/${id}`;
  const settings = call.world.state(settingsState);
  const setting = settings.get(key) ?? {
    level: scope === 'global' ? 'participating' : 'global',
    email: undefined,
    events: {},
  };
  settings.set(key, setting);
  return setting;
}

/** The events are listed for the level `custom` only. */
function present(call: Call<unknown>, scope: Scope) {
  const setting = settingOf(call, scope);
  return {
    level: setting.level,
    ...(setting.level === 'custom'
      ? { events: Object.fromEntries(events.map((event) => [event, setting.events[event] ?? false])) }
      : {}),
    ...(scope === 'global' ? { notification_email: setting.email ?? call.me.email } : {}),
  };
}
