import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { allPrompts } from '../../src/prompts/all-prompts.ts';
import { toDefinition } from '../../src/prompts/definition.ts';
import { promptCases } from '../prompts/cases.ts';
import { startPrompting } from '../support/prompting.ts';

/** Names that clients keep as slash commands, and the words of every briefing. A change is seen by everyone: decide, then update. */
describe('the prompts', () => {
  const definitions = allPrompts.map((prompt) => toDefinition(prompt));

  test('there are 37, in this order, with these arguments', () => {
    const lines = definitions.map(({ name, arguments: args }) =>
      [name, ...args.map((argument) => `${argument.name}${argument.required ? '*' : ''}`)].join(' '),
    );

    expect(lines).toEqual([
      'summarize_mr_changes project_id* merge_request_iid*',
      'review_mr project_id* merge_request_iid*',
      'suggest_mr_reviewers project_id* merge_request_iid*',
      'mr_risk_assessment project_id* merge_request_iid*',
      'summarize_pipeline_status project_id*',
      'summarize_open_mrs project_id*',
      'project_health_check project_id*',
      'generate_release_notes project_id* from* to',
      'compare_branches project_id* from* to*',
      'daily_standup project_id* username',
      'team_member_workload project_id* username* days',
      'user_stats project_id* username days',
      'my_open_mrs username',
      'my_pending_reviews username',
      'my_issues username state',
      'my_activity_summary username days',
      'user_activity_report username* days',
      'team_overview group_id* days',
      'group_mr_dashboard group_id* state target_branch',
      'reviewer_workload group_id*',
      'branch_mr_summary project_id* target_branch* state',
      'project_activity_report project_id* days',
      'mr_discussion_health project_id*',
      'unassigned_items project_id*',
      'stale_items_report project_id* stale_days',
      'merge_velocity project_id* days',
      'release_readiness project_id* branch',
      'release_cadence project_id* days',
      'weekly_team_recap group_id* days',
      'milestone_progress project_id* milestone',
      'label_distribution project_id*',
      'group_milestone_progress group_id*',
      'project_contributors project_id*',
      'audit_commit_hygiene project_id* from* to',
      'mr_description_quality project_id* merge_request_iid*',
      'audit_project_workflow project_id*',
      'audit_project_full project_id*',
    ]);
  });

  test('T-39, T-42: names are short, and no text has a character that gateways refuse', () => {
    const texts = definitions.flatMap(({ name, title, description, arguments: args }) => [
      name,
      title,
      description,
      ...args.flatMap((argument) => [argument.name, argument.title, argument.description]),
    ]);

    expect(definitions.filter(({ name }) => !/^[a-z][a-z0-9_]{2,39}$/.test(name))).toEqual([]);
    expect(texts.filter((text) => !/^[\x20-\x7e]+$/.test(text) || /[;`<>|]|\$\(/.test(text))).toEqual([]);
  });

  test('a description is one or two sentences', () => {
    const wrong = definitions.filter(({ description }) => !/^[A-Z].{15,200}\.$/.test(description));

    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('the list weighs this much', () => {
    expect(Buffer.byteLength(JSON.stringify(definitions))).toBe(15_862);
  });
});

describe('what each of them says', async () => {
  const at = await startPrompting();
  afterAll(async () => at[Symbol.asyncDispose]());

  test('every prompt is asked once', () => {
    expect(promptCases.map(([name]) => name)).toEqual(allPrompts.map(({ name }) => name));
  });

  test.each(promptCases)('%s', async (name, args) => {
    at.takeRequests();

    const text = await at.get(name, args);

    const requests = at.takeRequests();
    const { maxRequests } = allPrompts.find((prompt) => prompt.name === name) ?? { maxRequests: 0 };
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(maxRequests);
    const cost = `[${requests.length} of at most ${maxRequests} requests]\n\n`;
    await expect(`${cost}${text}\n`).toMatchFileSnapshot(join(import.meta.dirname, 'prompts', `${name}.txt`));
  });
});
