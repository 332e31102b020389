import { inline } from '../../surfaces/render/markdown.ts';
import { plain, read } from '../../surfaces/render/thing.ts';
import { projectId } from '../arguments.ts';
import { definePrompt } from '../prompt.ts';
import { onePage } from '../sections/merge-requests.ts';
import type { Reading, Source } from '../source.ts';
import {
  accessSection,
  hookSection,
  protectionSection,
  pushRuleSection,
  scorecard,
  settingsSection,
} from './safety-sections.ts';
import { labelSection, milestoneSection, templateSection } from './workflow-sections.ts';

const workflowActions = [
  'project.get',
  'project.label_list',
  'project.milestone_list',
  'template.project_template_list',
] as const;

function readTemplates(source: Source, project_id: string) {
  const ofType = async (what: string, template_type: string): Promise<Reading | undefined> =>
    source.want(what, 'template.project_template_list', { project_id, template_type, ...onePage });
  return [ofType('issue templates', 'issues'), ofType('merge request templates', 'merge_requests')] as const;
}

export const auditProjectWorkflow = definePrompt({
  name: 'audit_project_workflow',
  description: 'Audit how a project organizes work: labels, milestones and the templates of issues and merge requests.',
  icon: 'security',
  actions: workflowActions,
  maxRequests: 6,
  arguments: { project_id: projectId },
  async gather(source, { project_id }) {
    const milestones = async (state: string): Promise<Reading | undefined> =>
      source.want(`${state} milestones`, 'project.milestone_list', { project_id, state, ...onePage });
    const [found, labels, active, closed, issueTemplates, mergeRequestTemplates] = await Promise.all([
      source.need('project.get', { project_id }),
      source.want('labels', 'project.label_list', { project_id, with_counts: true, ...onePage }),
      milestones('active'),
      milestones('closed'),
      ...readTemplates(source, project_id),
    ]);
    return {
      title: `Workflow audit of ${inline(plain(read(found.one, 'path_with_namespace')), 200)}`,
      role: 'You audit how a project organizes its work, and suggest only what would pay off for a project of this size.',
      sections: [
        labelSection('Labels', labels),
        milestoneSection('Milestones', [active, closed], source.nowMs),
        templateSection('Templates', issueTemplates, mergeRequestTemplates),
      ],
      task: 'Rate labels, milestones and templates each as good, usable or missing, with the evidence. Then propose at most five improvements ordered by use, each concrete enough to do at once: a description to write, a milestone to close, a template with its headings. Change nothing yourself.',
    };
  },
});

export const auditProjectFull = definePrompt({
  name: 'audit_project_full',
  description:
    'Audit a project as a whole: a scorecard, then settings, protection, access, labels, milestones, templates, webhooks and push rules.',
  icon: 'security',
  actions: [...workflowActions, 'branch.list_protected', 'project.members', 'project.hook_list'],
  optionalActions: ['project.push_rule_get'],
  maxRequests: 9,
  arguments: { project_id: projectId },
  async gather(source, { project_id }) {
    const [
      found,
      protectedBranches,
      members,
      labels,
      milestones,
      pushRules,
      hooks,
      issueTemplates,
      mergeRequestTemplates,
    ] = await Promise.all([
      source.need('project.get', { project_id, statistics: true }),
      source.want('branch protection', 'branch.list_protected', { project_id, ...onePage }),
      source.want('members', 'project.members', { project_id, ...onePage }),
      source.want('labels', 'project.label_list', { project_id, with_counts: true, ...onePage }),
      source.want('milestones', 'project.milestone_list', { project_id, state: 'active', ...onePage }),
      source.want(
        'push rules',
        'project.push_rule_get',
        { project_id },
        {
          absence: 'none are set, or the plan of this project has none',
        },
      ),
      source.want('webhooks', 'project.hook_list', { project_id, ...onePage }),
      ...readTemplates(source, project_id),
    ]);
    const project = found.one;
    const parts = { protectedBranches, labels, milestones, pushRules, hooks, issueTemplates, mergeRequestTemplates };
    return {
      title: `Audit of ${inline(plain(read(project, 'path_with_namespace')), 200)}`,
      role: 'You audit a project for its owners: safety first, then how well it supports the people who work on it.',
      sections: [
        scorecard(project, parts),
        settingsSection(project),
        protectionSection(protectedBranches),
        accessSection(members),
        labelSection('4. Labels', labels),
        milestoneSection('5. Active milestones', [milestones], source.nowMs),
        templateSection('6. Templates', issueTemplates, mergeRequestTemplates),
        hookSection(hooks),
        pushRuleSection(pushRules),
      ],
      task: 'Begin with an overall judgement in two sentences. Then the findings in a table ordered by severity (critical, high, medium, low): what, why it matters here, what to change and where. Judge by what the project is: a private experiment needs less than a public product. A ❓ in the scorecard means unknown, not wrong. Change nothing yourself.',
    };
  },
});
