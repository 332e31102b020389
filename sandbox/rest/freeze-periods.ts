import { invalidRecord, notFound } from '../http/refusal.ts';
import { isTimeZone, parseCron } from '../world/cron.ts';
import { type FreezePeriod, freezePeriodsOf } from '../world/freeze-periods.ts';
import type { Project } from '../world/projects.ts';
import type { Call } from './call.ts';
import { optional, requires } from './params.ts';
import type { Resource } from './routes.ts';

const path = '/projects/:id/freeze_periods';

/** Times in which pipelines should not deploy. */
export const freezePeriods: Resource = {
  routes(routes) {
    const read = { permission: 'read_freeze_period', access: 'user' } as const;
    routes.get(path, read, (call) => call.page(freezePeriodsOf(call.world, call.project('reporter')), present));
    routes.get(`${path}/:freeze_period_id`, read, (call) => present(find(call, call.project('reporter'))));

    const params = {
      freeze_start: requires.string(),
      freeze_end: requires.string(),
      cron_timezone: optional.string({ default: 'UTC' }),
    };
    routes.post(path, { permission: 'create_freeze_period', params }, (call) => {
      const project = call.project('maintainer');
      const { freeze_start, freeze_end, cron_timezone } = call.params;
      const now = call.now();
      const period: FreezePeriod = {
        id: call.world.nextId('freeze_period'),
        freezeStart: freeze_start,
        freezeEnd: freeze_end,
        cronTimezone: cron_timezone,
        createdAt: now,
        updatedAt: now,
      };
      check(period);
      freezePeriodsOf(call.world, project).push(period);
      return present(period);
    });

    const edits = {
      freeze_start: optional.string(),
      freeze_end: optional.string(),
      cron_timezone: optional.string(),
    };
    routes.put(`${path}/:freeze_period_id`, { permission: 'update_freeze_period', params: edits }, (call) => {
      const period = find(call, call.project('maintainer'));
      const { freeze_start, freeze_end, cron_timezone } = call.params;
      const changed = {
        ...period,
        freezeStart: freeze_start ?? period.freezeStart,
        freezeEnd: freeze_end ?? period.freezeEnd,
        cronTimezone: cron_timezone ?? period.cronTimezone,
        updatedAt: call.now(),
      };
      check(changed);
      return present(Object.assign(period, changed));
    });
    routes.delete(`${path}/:freeze_period_id`, { permission: 'delete_freeze_period' }, (call) => {
      const project = call.project('maintainer');
      const all = freezePeriodsOf(call.world, project);
      all.splice(all.indexOf(find(call, project)), 1);
    });
  },
};

function find(call: Call<unknown>, project: Project): FreezePeriod {
  const id = call.path('freeze_period_id');
  const period = freezePeriodsOf(call.world, project).find((candidate) => String(candidate.id) === id);
  if (period === undefined) throw notFound('Freeze Period');
  return period;
}

function check({ freezeStart, freezeEnd, cronTimezone }: FreezePeriod): void {
  const problems: Record<string, string[]> = {};
  if (parseCron(freezeStart) === undefined) problems['freeze_start'] = ['is invalid syntax'];
  if (parseCron(freezeEnd) === undefined) problems['freeze_end'] = ['is invalid syntax'];
  if (!isTimeZone(cronTimezone)) problems['cron_timezone'] = ['is invalid syntax'];
  if (Object.keys(problems).length > 0) throw invalidRecord(problems);
}

function present(period: FreezePeriod) {
  return {
    id: period.id,
    freeze_start: period.freezeStart,
    freeze_end: period.freezeEnd,
    cron_timezone: period.cronTimezone,
    created_at: period.createdAt,
    updated_at: period.updatedAt,
  };
}
