import { code, inline } from '../../surfaces/render/markdown.ts';
import { plain, read, type Thing } from '../../surfaces/render/thing.ts';
import { names, person } from '../../surfaces/render/words.ts';
import { projectId, ref, textOr } from '../arguments.ts';
import { facts, type Section, section, steps } from '../briefing.ts';
import { definePrompt } from '../prompt.ts';
import type { Reading } from '../source.ts';
import { diffCaveat, fileTable, patches, totalsOf } from '../sections/changed-files.ts';
import { commitCount, commitsOf, filesOf } from '../sections/comparison.ts';
import { bullets, rows } from '../sections/lists.ts';
import { mergeRequestLink, onePage, titleText } from '../sections/merge-requests.ts';
import { ageText, dayMs, timeAt } from '../sections/time.ts';

function commitTable(commits: readonly Thing[], nowMs: number): string {
  return rows(
    commits,
    [
      ['Commit', (commit) => code(plain(read(commit, 'short_id')), 20)],
      ['Title', titleText],
      ['Author', (commit) => inline(plain(read(commit, 'author_name')), 80)],
      ['Age', (commit) => ageText(timeAt(commit, 'committed_date'), nowMs)],
    ],
    100,
  );
}

const sameRef = (from: string): Section =>
  section('Nothing to compare', [
    `Both ends are ${code(from, 120)}, so there is no difference. Give two different refs.`,
  ]);

export const generateReleaseNotes = definePrompt({
  name: 'generate_release_notes',
  description:
    'Write release notes for what lies between two refs: commits, merged merge requests with labels, and files.',
  icon: 'release',
  actions: ['repository.compare', 'merge_request.list'],
  maxRequests: 2,
  arguments: {
    project_id: projectId,
    from: ref.required('Branch, tag or commit that the notes begin after, usually the previous release.'),
    to: textOr('Branch, tag or commit that the notes end with.', 'HEAD'),
  },
  async gather(source, input) {
    const comparison = (await source.need('repository.compare', { ...input, ...onePage })).one;
    const commits = commitsOf(comparison);
    const merged = await mergedBetween(commits, (window) =>
      source.want('merged merge requests', 'merge_request.list', {
        project_id: input.project_id,
        state: 'merged',
        order_by: 'updated_at',
        ...onePage,
        ...window,
      }),
    );
    const files = filesOf(comparison);
    const { added, removed } = totalsOf(files);
    const people = new Set(commits.map((commit) => plain(read(commit, 'author_email')).toLowerCase()));
    return {
      title: `Release notes of ${inline(input.project_id, 200)}: ${code(input.from, 120)} to ${code(input.to, 120)}`,
      role: 'You write the notes that users of this project read when they decide whether to upgrade.',
      sections: [
        section('Statistics', [
          facts([
            ['Commits', commitCount(comparison)],
            ['Merge requests', merged === undefined ? '' : merged.length],
            ['Contributors', people.size],
            ['Files', plain(read(comparison, 'files_changed')) || files.length],
            ['Lines', `+${added} −${removed}`],
          ]),
          diffCaveat(comparison),
        ]),
        merged && section(`Merge requests (${merged.length})`, [bullets(merged.map(mergedLine), 100)]),
        section(`Commits (${commitCount(comparison)})`, [commitTable(commits, source.nowMs)]),
        section(`Changed files (${plain(read(comparison, 'files_changed')) || files.length})`, [fileTable(files)]),
      ],
      task: 'Write the notes in Markdown: breaking changes first with what users must do, then features, fixes, and the rest in short. Prefer merge requests to commits and mention each change once, with its number. Write for users, not for the authors: what is different for them. Leave out refactoring, tests and tooling unless users notice them. Thank the contributors at the end. Do not invent anything that is not above.',
    };
  },
});

/** Merged ones around the time of the commits: a day of slack, because clocks and queues differ. */
async function mergedBetween(
  commits: readonly Thing[],
  list: (window: { readonly updated_after: string }) => Promise<Reading | undefined>,
): Promise<readonly Thing[] | undefined> {
  const times = commits.flatMap((commit) => timeAt(commit, 'committed_date') ?? []);
  if (times.length === 0) return [];
  const earliest = Math.min(...times) - dayMs;
  const latest = Math.max(...times) + dayMs;
  const reading = await list({ updated_after: new Date(earliest).toISOString() });
  return reading?.items.filter((thing) => {
    const merged = timeAt(thing, 'merged_at');
    return merged !== undefined && merged >= earliest && merged <= latest;
  });
}

function mergedLine(thing: Thing): string {
  const labels = names(read(thing, 'labels'));
  const [first = ''] = plain(read(thing, 'description')).trimStart().split('\n', 1);
  const text = inline(first, 200);
  return `${mergeRequestLink(thing)} ${titleText(thing)}, ${person(read(thing, 'author'))}${labels === '' ? '' : ` (${labels})`}${text === '' ? '' : `: ${text}`}`;
}

export const compareBranches = definePrompt({
  name: 'compare_branches',
  description: 'Compare two branches, tags or commits: the commits between them and the changed files.',
  icon: 'branch',
  actions: ['repository.compare'],
  maxRequests: 1,
  arguments: {
    project_id: projectId,
    from: ref.required('Branch, tag or commit to start from, such as main.'),
    to: ref.required('Branch, tag or commit to compare with it.'),
  },
  async gather(source, input) {
    const title = `${code(input.to, 120)} against ${code(input.from, 120)} in ${inline(input.project_id, 200)}`;
    const role = 'You explain to a developer how two states of a repository differ.';
    if (input.from === input.to) {
      return {
        title,
        role,
        sections: [sameRef(input.from)],
        task: 'Say that both refs are the same, and ask which two to compare.',
      };
    }
    const comparison = (await source.need('repository.compare', { ...input, ...onePage })).one;
    const commits = commitsOf(comparison);
    const files = filesOf(comparison);
    const { added, removed, byChange } = totalsOf(files);
    return {
      title,
      role,
      sections: [
        section('At a glance', [
          facts([
            ['Commits that only the second has', commitCount(comparison)],
            ['Files', plain(read(comparison, 'files_changed')) || files.length],
            ['Lines', `+${added} −${removed}`],
            [
              'New, deleted, renamed, modified',
              `${byChange.new}, ${byChange.deleted}, ${byChange.renamed}, ${byChange.modified}`,
            ],
          ]),
          commits.length === 0 && files.length === 0 ? 'There is no difference in this direction.' : undefined,
          diffCaveat(comparison),
        ]),
        section(`Commits (${commitCount(comparison)})`, [commitTable(commits, source.nowMs)]),
        section('Changed files', [fileTable(files)]),
        files.length === 0 ? undefined : section('Patches', [patches(files)]),
      ],
      task: steps(
        'Say what the second ref has that the first lacks, by topic.',
        'Point out changes of interfaces, settings, schemas or dependencies.',
        'Say what to expect when one is merged into the other. The comparison starts at the common ancestor: what only the first ref has is not shown.',
      ),
    };
  },
});
