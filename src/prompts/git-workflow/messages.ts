import { code, inline, quote } from '../../surfaces/render/markdown.ts';
import { elements, plain, read, type Thing } from '../../surfaces/render/thing.ts';
import { mergeRequestIid, projectId, ref, textOr } from '../arguments.ts';
import { facts, section } from '../briefing.ts';
import { definePrompt } from '../prompt.ts';
import { diffCaveat, fileTable, totalsOf } from '../sections/changed-files.ts';
import { commitCount, commitsOf } from '../sections/comparison.ts';
import { rows } from '../sections/lists.ts';
import { mergeRequestLink, onePage, titleText } from '../sections/merge-requests.ts';

const titlePattern = /^(feat|fix|docs|style|refactor|perf|test|build|ci|chore|revert)(\([^)]*\))?(!)?: \S/;
const types = ['feat', 'fix', 'docs', 'style', 'refactor', 'perf', 'test', 'build', 'ci', 'chore', 'revert'] as const;
const linkedWork = /(?:^|[\s(])(?:#|!)\d+|\/-\/(?:issues|merge_requests|work_items)\/\d+|\b[A-Z][A-Z0-9]+-\d+\b/;

interface CommitSignals {
  readonly type: string | undefined;
  readonly merge: boolean;
  readonly breaking: boolean;
  readonly body: boolean;
  readonly linked: boolean;
}

function signalsOf(commit: Thing): CommitSignals {
  const title = plain(read(commit, 'title'));
  const message = plain(read(commit, 'message'));
  const match = titlePattern.exec(title);
  const body = message.slice(title.length).trim();
  return {
    type: match?.[1],
    merge: elements(read(commit, 'parent_ids')).length > 1 || title.startsWith('Merge '),
    breaking: match?.[3] === '!' || /^BREAKING[ -]CHANGE: /m.test(message),
    body: body !== '',
    linked: linkedWork.test(message),
  };
}

export const auditCommitHygiene = definePrompt({
  name: 'audit_commit_hygiene',
  description: 'Audit the commit messages between two refs: conventional titles, bodies, breaking marks, linked work.',
  icon: 'commit',
  actions: ['repository.compare'],
  maxRequests: 1,
  arguments: {
    project_id: projectId,
    from: ref.required('Branch, tag or commit that the audit begins after.'),
    to: textOr('Branch, tag or commit that it ends with.', 'HEAD'),
  },
  async gather(source, input) {
    const comparison = (await source.need('repository.compare', { ...input, ...onePage })).one;
    const commits = commitsOf(comparison).map((commit) => ({ commit, ...signalsOf(commit) }));
    const own = commits.filter(({ merge }) => !merge);
    const count = (has: (each: CommitSignals) => boolean): string => `${own.filter(has).length} of ${own.length}`;
    return {
      title: `Commit messages of ${inline(input.project_id, 200)}: ${code(input.from, 120)} to ${code(input.to, 120)}`,
      role: 'You review the history of a project as its next maintainer, who has only the messages to go by.',
      sections: [
        section('Counts', [
          facts([
            ['Commits', commitCount(comparison)],
            ['Merge commits', commits.length - own.length],
            ['Conventional titles', count(({ type }) => type !== undefined)],
            ['With a body', count(({ body }) => body)],
            ['With linked work', count(({ linked }) => linked)],
            ['Marked as breaking', count(({ breaking }) => breaking)],
          ]),
          rows(
            types
              .map((type) => [type, own.filter((each) => each.type === type).length] as const)
              .filter(([, n]) => n > 0),
            [
              ['Type', ([type]) => type],
              ['Commits', ([, n]) => String(n)],
            ],
          ),
        ]),
        section(`Commits (${commitCount(comparison)})`, [
          rows(
            commits,
            [
              ['Commit', ({ commit }) => code(plain(read(commit, 'short_id')), 20)],
              ['Title', ({ commit }) => titleText(commit)],
              ['Type', ({ type, merge }) => (merge ? 'merge' : (type ?? '❌ none'))],
              ['Breaking', ({ breaking }) => (breaking ? '⚠️ yes' : '')],
              ['Body', ({ body }) => (body ? 'yes' : '')],
              ['Linked', ({ linked }) => (linked ? 'yes' : '')],
              ['Author', ({ commit }) => inline(plain(read(commit, 'author_name')), 80)],
            ],
            100,
          ),
        ]),
      ],
      task: 'First find out which convention this project follows: if hardly any title is conventional, judge by clarity and consistency instead and say so. Then name what is good, the three habits most worth changing, and rewrite up to five of the weakest titles. Merge commits do not count.',
    };
  },
});

const signals: readonly (readonly [name: string, holds: (text: string) => boolean, wanted: string])[] = [
  ['Context', (text) => text.trim().length >= 120, 'at least 120 characters on what and why'],
  [
    'Linked work',
    (text) => linkedWork.test(text) || /\b(?:closes|fixes|resolves|implements)\b/i.test(text),
    'an issue, ticket or merge request',
  ],
  [
    'Tests',
    (text) => /\btest(?:s|ed|ing)?\b|\bverif(?:y|ied)\b|how to (?:try|check)/i.test(text),
    'how it was or can be tested',
  ],
  [
    'Risk or rollout',
    (text) => /\brisks?\b|roll ?(?:out|back)|\bmigrat|\bfeature flag|\bbackwards?\b|\bbreaking\b|\bdeploy/i.test(text),
    'what could go wrong, how it is released or undone',
  ],
  ['Checklist', (text) => /^\s*[-*] \[[ xX]\]/m.test(text), 'a task list'],
];

export const mrDescriptionQuality = definePrompt({
  name: 'mr_description_quality',
  description:
    'Judge the description of a merge request against its change: context, linked work, tests, risk, checklist.',
  icon: 'mr',
  actions: ['merge_request.get', 'mr_review.changes_get'],
  maxRequests: 2,
  arguments: { project_id: projectId, merge_request_iid: mergeRequestIid },
  async gather(source, input) {
    const [found, changes] = await Promise.all([
      source.need('merge_request.get', input),
      source.want('changed files', 'mr_review.changes_get', { ...input, ...onePage }),
    ]);
    const mr = found.one;
    const text = plain(read(mr, 'description'));
    const totals = totalsOf(changes?.items ?? []);
    return {
      title: `Description of ${mergeRequestLink(mr)} ${titleText(mr)}`,
      role: 'You help the author to write a description that a reviewer and a future maintainer can work with.',
      sections: [
        section('Signals', [
          rows(signals, [
            ['Signal', ([name]) => name],
            ['Found', ([, holds]) => (holds(text) ? '✅ yes' : '❌ no')],
            ['Looked for', ([, , wanted]) => wanted],
          ]),
          facts([['Length', `${text.trim().length} characters`]]),
        ]),
        changes &&
          section(`Changed files (${changes.count})`, [
            facts([
              ['Lines', `+${totals.added} −${totals.removed}`],
              [
                'Sensitive, code, test, documentation',
                `${totals.byClass.sensitive}, ${totals.byClass.logic}, ${totals.byClass.test}, ${totals.byClass.docs}`,
              ],
            ]),
            fileTable(changes.items),
            diffCaveat(changes.one),
          ]),
        section('Description', [quote(text, 6000)], 'The description is empty.'),
      ],
      task: 'Give a score from 0 to 100 in the first line, with one sentence of reasons. The signals come from searching for words: correct them where they are wrong. Say what is missing for this change in particular; a small change needs little. Then propose a better description that keeps what is good, and leaves a question where you do not know the answer. Change nothing in GitLab unless you are asked to.',
    };
  },
});
