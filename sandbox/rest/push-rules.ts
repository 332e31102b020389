import { failure, noRecord } from '../http/refusal.ts';
import { defineState } from '../world/world.ts';
import type { Call } from './call.ts';
import { optional } from './params.ts';
import type { Resource } from './routes.ts';

const texts = [
  'commit_message_regex',
  'commit_message_negative_regex',
  'branch_name_regex',
  'author_email_regex',
  'file_name_regex',
] as const;
const flags = [
  'deny_delete_tag',
  'member_check',
  'prevent_secrets',
  'commit_committer_check',
  'commit_committer_name_check',
  'reject_unsigned_commits',
  'reject_non_dco_commits',
] as const;

interface PushRule {
  readonly id: number;
  readonly createdAt: string;
  readonly texts: Map<string, string>;
  readonly flags: Map<string, boolean>;
  maxFileSize: number;
}

type Kind = 'project' | 'group';

/** By `project/7` or `group/7`: one rule each, or none. */
const rulesState = defineState(() => new Map<string, PushRule>());

const params = {
  ...Object.fromEntries(texts.map((name) => [name, optional.string()])),
  ...Object.fromEntries(flags.map((name) => [name, optional.boolean()])),
  max_file_size: optional.integer(),
};

/** What pushes must comply with: Premium, looked after by maintainers of a project and owners of a group. */
export const pushRules: Resource = {
  routes(routes) {
    for (const kind of ['project', 'group'] as const) {
      const path = `/${kind}s/:id/push_rule`;
      const options = (verb: string) =>
        ({ permission: `${verb}_push_rule`, tier: 'premium', unlicensed: 404, access: 'user' }) as const;
      routes.get(path, options('read'), (call) => {
        const rule = call.world.state(rulesState).get(keyOf(call, kind));
        if (rule === undefined && kind === 'group') throw noRecord();
        // A project without one says `null`.
        return rule === undefined ? null : present(call, kind, rule);
      });
      routes.post(path, { ...options('create'), params }, (call) => {
        const rules = call.world.state(rulesState);
        const key = keyOf(call, kind);
        if (rules.has(key)) throw failure(422, `${kind === 'project' ? 'Project' : 'Group'} push rule exists`);
        const rule: PushRule = {
          id: call.world.nextId('push_rule'),
          createdAt: call.now(),
          texts: new Map(),
          flags: new Map(),
          maxFileSize: 0,
        };
        rules.set(key, rule);
        return present(call, kind, change(rule, call.params));
      });
      routes.put(path, { ...options('update'), params }, (call) =>
        present(call, kind, change(find(call, kind), call.params)),
      );
      routes.delete(path, options('delete'), (call) => {
        find(call, kind);
        call.world.state(rulesState).delete(keyOf(call, kind));
      });
    }
  },
};

function keyOf(call: Call<unknown>, kind: Kind): string {
  return `${kind}/${kind === 'project' ? call.project('maintainer').id : call.group('owner').id}`;
}

function find(call: Call<unknown>, kind: Kind): PushRule {
  const rule = call.world.state(rulesState).get(keyOf(call, kind));
  if (rule === undefined) throw noRecord();
  return rule;
}

function change(rule: PushRule, given: Readonly<Record<string, unknown>>): PushRule {
  for (const name of texts) {
    const value = given[name];
    if (typeof value === 'string') rule.texts.set(name, value);
  }
  for (const name of flags) {
    const value = given[name];
    if (typeof value === 'boolean') rule.flags.set(name, value);
  }
  const size = given['max_file_size'];
  if (typeof size === 'number') rule.maxFileSize = size;
  return rule;
}

function present(call: Call<unknown>, kind: Kind, rule: PushRule) {
  return {
    id: rule.id,
    ...(kind === 'project' ? { project_id: call.project().id } : {}),
    created_at: rule.createdAt,
    ...Object.fromEntries(texts.map((name) => [name, rule.texts.get(name) ?? ''])),
    max_file_size: rule.maxFileSize,
    ...Object.fromEntries(flags.map((name) => [name, rule.flags.get(name) ?? false])),
  };
}
