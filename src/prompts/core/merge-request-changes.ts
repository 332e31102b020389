import { inline, quote } from '../../surfaces/render/markdown.ts';
import { at, plain, read, type Thing } from '../../surfaces/render/thing.ts';
import { person, roleText, stateText } from '../../surfaces/render/words.ts';
import { mergeRequestIid, projectId } from '../arguments.ts';
import { facts, section, steps } from '../briefing.ts';
import { definePrompt } from '../prompt.ts';
import type { Reading } from '../source.ts';
import { classOf, diffCaveat, type FileClass, fileTable, patches, totalsOf } from '../sections/changed-files.ts';
import { rows } from '../sections/lists.ts';
import {
  branchesText,
  hasConflicts,
  isDraft,
  mergeRequestLink,
  mergeStatus,
  onePage,
  projectOf,
  titleText,
} from '../sections/merge-requests.ts';
import { isBot } from '../sections/people.ts';
import { ageText, timeAt } from '../sections/time.ts';

const mergeRequest = { project_id: projectId, merge_request_iid: mergeRequestIid } as const;

/** What it is called, where it goes and how it stands. */
function identity(thing: Thing, nowMs: number): string {
  return facts([
    ['Merge request', `${mergeRequestLink(thing)} ${titleText(thing)}`],
    ['Project', inline(projectOf(thing), 200)],
    ['Author', person(read(thing, 'author'))],
    ['Branches', branchesText(thing)],
    ['State', stateText(read(thing, 'state'))],
    ['Merge status', mergeStatus(thing)],
    ['Age', ageText(timeAt(thing, 'created_at'), nowMs)],
  ]);
}

function headline(verb: string, thing: Thing): string {
  return `${verb} ${inline(projectOf(thing), 200)}!${plain(read(thing, 'iid'))}`;
}

function description(thing: Thing, limit: number): string {
  return quote(plain(read(thing, 'description')), limit) || 'The description is empty.';
}

function sizeFacts(files: readonly Thing[], mr: Thing): string {
  const { added, removed, byChange, byClass } = totalsOf(files);
  return facts([
    ['Files', files.length],
    ['Lines', `+${added} −${removed}`],
    ['New, deleted, renamed', `${byChange.new}, ${byChange.deleted}, ${byChange.renamed}`],
    ['Sensitive files', byClass.sensitive],
    ['Test files', byClass.test],
    ['Conflicts', hasConflicts(mr) ? '⚠️ yes' : 'no'],
    ['Draft', isDraft(mr) ? '📝 yes' : 'no'],
  ]);
}

export const summarizeMrChanges = definePrompt({
  name: 'summarize_mr_changes',
  description: 'Explain what a merge request changes: every changed file with what happened to it.',
  icon: 'mr',
  actions: ['mr_review.changes_get'],
  maxRequests: 1,
  arguments: mergeRequest,
  async gather(source, input) {
    const changes = await source.need('mr_review.changes_get', { ...input, ...onePage });
    const files = changes.items;
    const { added, removed, byChange } = totalsOf(files);
    return {
      title: `Changes of merge request !${inline(input.merge_request_iid.replace(/^!/, ''), 20)} in ${inline(input.project_id, 200)}`,
      role: 'You explain a merge request to somebody who has not opened it.',
      sections: [
        section('At a glance', [
          facts([
            ['Files', files.length],
            ['Lines', `+${added} −${removed}`],
            [
              'New, deleted, renamed, modified',
              `${byChange.new}, ${byChange.deleted}, ${byChange.renamed}, ${byChange.modified}`,
            ],
          ]),
          diffCaveat(changes.one),
        ]),
        section('Changed files', [fileTable(files)], 'No file is changed.'),
        files.length === 0 ? undefined : section('Patches', [patches(files)]),
      ],
      task: steps(
        'Say in one paragraph what the change is for, as far as the files show it.',
        'Group the files by what they have to do with each other, and give each group one or two sentences.',
        'Name what deserves a closer look: sensitive files, large patches, removed code, missing tests.',
      ),
    };
  },
});

const groups: readonly { readonly kind: FileClass; readonly heading: string }[] = [
  { kind: 'sensitive', heading: 'High risk: sensitive paths' },
  { kind: 'logic', heading: 'Business logic' },
  { kind: 'test', heading: 'Tests' },
  { kind: 'docs', heading: 'Documentation' },
];

export const reviewMr = definePrompt({
  name: 'review_mr',
  description:
    'Review a merge request: its description, size and full diff, risky files first, and how to leave the review as draft notes.',
  icon: 'mr',
  actions: ['merge_request.get', 'mr_review.changes_get'],
  maxRequests: 2,
  arguments: mergeRequest,
  async gather(source, input) {
    const [found, changes] = await Promise.all([
      source.need('merge_request.get', input),
      source.want('diff', 'mr_review.changes_get', { ...input, ...onePage }),
    ]);
    const mr = found.one;
    const files = changes?.items ?? [];
    return {
      title: headline('Review of', mr),
      role: 'You are the reviewer of this merge request. Find what would hurt if it were merged, and say so kindly and precisely.',
      sections: [
        section('Merge request', [identity(mr, source.nowMs), description(mr, 4000)]),
        changes && section('Size', [sizeFacts(files, mr), diffCaveat(changes.one)]),
        ...(changes === undefined ? [] : groupSections(changes)),
        section('Plan', [reviewPlan]),
        section('How to leave the review', [
          source.serves('mr_review.draft_note_create')
            ? source.rename(draftNotes(mr))
            : 'This server offers no way to write notes: answer with the review as text.',
        ]),
      ],
      task: 'Follow the plan. Show the review first: a verdict in one sentence (ready, ready after small changes, or not ready), then the findings ordered by severity, each with file and line, what goes wrong in which case, and a proposed change. Send draft notes only after the user agreed.',
    };
  },
});

function groupSections(changes: Reading) {
  return groups.map(({ kind, heading }) => {
    const files = changes.items.filter((file) => classOf(file) === kind);
    return files.length === 0 ? undefined : section(`${heading} (${files.length})`, [patches(files)]);
  });
}

const reviewPlan = [
  steps(
    'Read the description: is it clear what should be different afterwards, and does the diff do that and no more?',
    'Read the high risk files line by line, then the business logic; skim tests and documentation for what they leave out.',
    'Where a patch does not show enough, read the whole file before you judge.',
  ),
  'Checklist: correctness and edge cases · errors and cancellation · input from outside, secrets, permissions · concurrency and data loss · compatibility of interfaces, schemas and settings · performance where it matters · tests that would fail without the change · names and documentation.',
].join('\n\n');

function draftNotes(mr: Thing): string {
  const refs = ['base_sha', 'start_sha', 'head_sha'].map(
    (name) =>
      `- **${name}**: ${inline(plain(at(mr, `diff_refs.${name}`)), 80) || 'unknown, read the merge request again'}`,
  );
  return [
    steps(
      'Create one `mr_review.draft_note_create` for each finding. For a note on a line give path, line and side: new for an added or unchanged line, old for a removed one. Or give a position with the three SHAs below, old_path and new_path, and new_line for an added line, old_line for a removed one, both for an unchanged one. Only lines that the diff shows can carry a note.',
      'When all of them are there, publish them together with one `mr_review.draft_note_publish_all`, so that the author gets one notification.',
      'Do not post direct notes or discussions: each would notify on its own.',
    ),
    refs.join('\n'),
  ].join('\n\n');
}

export const suggestMrReviewers = definePrompt({
  name: 'suggest_mr_reviewers',
  description:
    'Suggest who should review a merge request, from its changed files and the active members of the project.',
  icon: 'mr',
  actions: ['merge_request.get', 'mr_review.changes_get', 'project.members'],
  maxRequests: 3,
  arguments: mergeRequest,
  async gather(source, input) {
    const [found, changes, members] = await Promise.all([
      source.need('merge_request.get', input),
      source.want('changed files', 'mr_review.changes_get', { ...input, ...onePage }),
      source.want('members', 'project.members', { project_id: input.project_id, ...onePage }),
    ]);
    const mr = found.one;
    const author = plain(at(mr, 'author.username'));
    const candidates = (members?.items ?? []).filter(
      (member) => read(member, 'state') === 'active' && !isBot(member) && plain(read(member, 'username')) !== author,
    );
    return {
      title: headline('Reviewers for', mr),
      role: 'You help the author of this merge request to find the right reviewers.',
      sections: [
        section('Merge request', [identity(mr, source.nowMs), description(mr, 800)]),
        changes && section(`Changed files (${changes.count})`, [fileTable(changes.items), diffCaveat(changes.one)]),
        members &&
          section(`Active members except the author (${candidates.length})`, [
            rows(
              byAccess(candidates),
              [
                ['Member', (member) => person(member)],
                ['Name', (member) => inline(plain(read(member, 'name')), 80)],
                ['Access', (member) => roleText(read(member, 'access_level'))],
              ],
              100,
            ),
          ]),
      ],
      task: 'Suggest one to three reviewers, the best first. Give each a reason from the facts above: access level, kind of files, risk. A change to sensitive files needs somebody with at least maintainer access. Membership does not tell who knows the code: say so, and offer to look at the history of the most important files before anybody is asked.',
    };
  },
});

function byAccess(members: readonly Thing[]): readonly Thing[] {
  return members.toSorted((a, b) => Number(read(b, 'access_level')) - Number(read(a, 'access_level')));
}

export const mrRiskAssessment = definePrompt({
  name: 'mr_risk_assessment',
  description:
    'Judge how risky it is to merge a merge request: size, sensitive files, conflicts and every changed file.',
  icon: 'mr',
  actions: ['merge_request.get', 'mr_review.changes_get'],
  maxRequests: 2,
  arguments: mergeRequest,
  async gather(source, input) {
    const [found, changes] = await Promise.all([
      source.need('merge_request.get', input),
      source.want('diff', 'mr_review.changes_get', { ...input, ...onePage }),
    ]);
    const mr = found.one;
    const files = changes?.items ?? [];
    const risky = files.filter((file) => classOf(file) === 'sensitive');
    const { byClass } = totalsOf(files);
    return {
      title: headline('Risk of', mr),
      role: 'You judge what could go wrong when this merge request is merged and deployed.',
      sections: [
        section('Merge request', [identity(mr, source.nowMs), description(mr, 1500)]),
        changes &&
          section('Metrics', [
            sizeFacts(files, mr),
            byClass.logic + byClass.sensitive > 0 && byClass.test === 0
              ? '⚠️ Code changes, and no test file does.'
              : undefined,
            diffCaveat(changes.one),
          ]),
        changes && section(`Changed files (${changes.count})`, [fileTable(files)], 'No file is changed.'),
        risky.length === 0 ? undefined : section('Patches of sensitive files', [patches(risky)]),
      ],
      task: 'Rate the risk LOW, MEDIUM, HIGH or CRITICAL, in the first line. Then give the three strongest reasons with the files they come from, what would break and who would notice, and what would lower the risk: tests, a smaller change, a feature flag, a plan to roll back. A path that looks sensitive is only a hint: judge by the patch where there is one.',
    };
  },
});
