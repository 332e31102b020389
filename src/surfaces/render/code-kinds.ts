import { bytesText, dateText } from './dates.ts';
import { patchBlock, patchBlocks } from './diff.ts';
import { fence, inline, quote } from './markdown.ts';
import {
  bytes,
  type Cell,
  computed,
  date,
  type Kind,
  labelNames,
  longText,
  monospace,
  named,
  onlyWhenTrue,
  ref,
  sha,
  state,
  text,
  user,
  web,
} from './kind.ts';
import { at, elements, isThing, plain, read, scalar, type Thing } from './thing.ts';
import { codeText, nameOf, roleText, shaText, stateText } from './words.ts';

/** Characters of a file shown as text; the rest is counted. */
const fileBudget = 70_000;

/** Which part of a long text this is. */
const excerptCells: readonly Cell[] = [
  text('First line', 'first_line'),
  text('Last line', 'last_line'),
  text('Lines in all', 'total_lines'),
  text('Complete', 'complete'),
  text('Next start_line', 'next_start_line'),
];

/** What a repository holds: refs, commits, files and what is released from them. */
export const codeKinds: Readonly<Record<string, Kind>> = {
  branch: {
    singular: 'branch',
    plural: 'branches',
    heading: (thing) => scalar(read(thing, 'name'), 200),
    card: [
      onlyWhenTrue('Default', 'default'),
      text('Protected', 'protected'),
      text('Merged', 'merged'),
      text('You may push', 'can_push'),
      text('Developers may push', 'developers_can_push'),
      text('Developers may merge', 'developers_can_merge'),
      monospace('Commit', 'commit.id'),
      text('Message', 'commit.title'),
      text('Author', 'commit.author_name'),
      date('Committed', 'commit.committed_date'),
      web('URL', 'web_url'),
    ],
    columns: [
      named('Branch'),
      onlyWhenTrue('Default', 'default'),
      text('Protected', 'protected'),
      text('Merged', 'merged'),
      sha('Commit', 'commit.id'),
      text('Message', 'commit.title'),
      date('Committed', 'commit.committed_date'),
    ],
  },

  tag: {
    singular: 'tag',
    plural: 'tags',
    heading: (thing) => scalar(read(thing, 'name'), 200),
    card: [
      monospace('Target', 'target'),
      text('Protected', 'protected'),
      monospace('Commit', 'commit.id'),
      text('Commit message', 'commit.title'),
      text('Author', 'commit.author_name'),
      date('Committed', 'commit.committed_date'),
      date('Created', 'created_at'),
      text('Release', 'release.tag_name'),
      web('Commit URL', 'commit.web_url'),
    ],
    columns: [
      named('Tag', 'name', 'commit.web_url'),
      sha('Commit', 'commit.id'),
      text('Message', 'message'),
      text('Protected', 'protected'),
      text('Release', 'release.tag_name'),
      date('Committed', 'commit.committed_date'),
    ],
    parts: [longText('message')],
  },

  commit: {
    singular: 'commit',
    plural: 'commits',
    heading: (thing) => `${shaText(read(thing, 'id'))} ${scalar(read(thing, 'title'), 200)}`,
    card: [
      monospace('SHA', 'id'),
      text('Author', 'author_name'),
      text('Email', 'author_email'),
      date('Authored', 'authored_date'),
      computed('Committer', (thing) =>
        read(thing, 'committer_name') === read(thing, 'author_name') ? '' : scalar(read(thing, 'committer_name')),
      ),
      date('Committed', 'committed_date'),
      computed('Parents', (thing) => elements(read(thing, 'parent_ids')).map(shaText).join(', ')),
      computed('Changes', (thing) => {
        const stats = read(thing, 'stats');
        return isThing(stats) ? `+${scalar(read(stats, 'additions'))} −${scalar(read(stats, 'deletions'))}` : '';
      }),
      state('Pipeline', 'last_pipeline.status'),
      text('Pipeline ID', 'last_pipeline.id'),
      state('Status', 'status'),
      text('Project ID', 'project_id'),
      web('URL', 'web_url'),
    ],
    columns: [
      { label: 'Commit', show: (thing) => named('', 'short_id').show(thing) },
      monospace('SHA', 'id'),
      text('Title', 'title'),
      text('Author', 'author_name'),
      date('Committed', 'committed_date'),
    ],
    parts: [
      (thing) => {
        const message = plain(read(thing, 'message')).trim();
        return message === plain(read(thing, 'title')).trim() ? '' : quote(message);
      },
    ],
  },

  diff: {
    singular: 'changed file',
    plural: 'changed files',
    heading: (thing) => scalar(read(thing, 'new_path') ?? read(thing, 'old_path'), 300),
    card: [text('Old path', 'old_path'), text('New path', 'new_path')],
    block: patchBlock,
    parts: [(thing) => patchBlocks([thing])],
    isVerbatim: true,
  },

  comparison: {
    singular: 'comparison',
    plural: 'comparisons',
    heading: () => 'Comparison',
    card: [
      computed('Commits', (thing) => scalar(read(thing, 'commits_total') ?? elements(read(thing, 'commits')).length)),
      text('Changed files', 'files_changed'),
      text('Files here', 'files_returned'),
      text('Complete', 'complete'),
      text('Next page', 'next_page'),
      onlyWhenTrue('⚠️ GitLab ran out of time', 'compare_timeout'),
      onlyWhenTrue('Same ref', 'compare_same_ref'),
      web('URL', 'web_url'),
    ],
    parts: [
      (thing) =>
        elements(read(thing, 'commits'))
          .map(
            (commit) =>
              `- ${codeText(read(commit, 'id'))} ${scalar(read(commit, 'title'), 200)} (${scalar(read(commit, 'author_name'), 80)})`,
          )
          .join('\n'),
      (thing) => patchBlocks(read(thing, 'diffs')),
    ],
    isVerbatim: true,
  },

  raw_diff: {
    singular: 'diff',
    plural: 'diffs',
    heading: () => 'Diff',
    card: excerptCells,
    parts: [(thing) => fenced(read(thing, 'text') ?? read(thing, 'diff'), 'diff')],
    isVerbatim: true,
  },

  diff_version: {
    singular: 'diff version',
    plural: 'diff versions',
    heading: (thing) => `Diff version ${scalar(read(thing, 'id'))}`,
    card: [
      text('ID', 'id'),
      state('State', 'state'),
      monospace('Base', 'base_commit_sha'),
      monospace('Start', 'start_commit_sha'),
      monospace('Head', 'head_commit_sha'),
      text('Files', 'real_size'),
      date('Created', 'created_at'),
    ],
    columns: [
      text('ID', 'id'),
      state('State', 'state'),
      monospace('Base', 'base_commit_sha'),
      monospace('Start', 'start_commit_sha'),
      monospace('Head', 'head_commit_sha'),
      date('Created', 'created_at'),
    ],
    parts: [(thing) => patchBlocks(read(thing, 'diffs'))],
    isVerbatim: true,
  },

  file: {
    singular: 'file',
    plural: 'files',
    heading: (thing) => scalar(read(thing, 'file_path') ?? read(thing, 'file_name'), 300),
    card: [
      monospace('Path', 'file_path'),
      bytes('Size', 'size'),
      text('Ref', 'ref'),
      text('Branch', 'branch'),
      ...excerptCells,
      monospace('Blob', 'blob_id'),
      monospace('Commit', 'commit_id'),
      monospace('Last commit', 'last_commit_id'),
      monospace('SHA-256', 'content_sha256'),
      onlyWhenTrue('Executable', 'execute_filemode'),
    ],
    parts: [fileContent],
    isVerbatim: true,
  },

  blob: {
    singular: 'blob',
    // A list of blobs is what a search in code found.
    plural: 'code matches',
    heading: (thing) => `Blob ${shaText(read(thing, 'sha') ?? read(thing, 'id'))}`,
    card: [monospace('SHA', 'sha'), bytes('Size', 'size'), ...excerptCells],
    block: codeMatch,
    parts: [fileContent],
    isVerbatim: true,
  },

  download: {
    singular: 'file',
    plural: 'files',
    heading: (thing) => scalar(read(thing, 'file_name') ?? read(thing, 'path'), 300),
    card: [
      text('Name', 'file_name'),
      text('Type', 'content_type'),
      bytes('Size', 'size'),
      monospace('SHA-256', 'sha256'),
      monospace('Written to', 'path'),
    ],
    parts: [fileContent],
    isVerbatim: true,
  },

  tree_entry: {
    singular: 'entry',
    plural: 'entries',
    heading: (thing) => scalar(read(thing, 'path'), 300),
    card: [text('Type', 'type'), text('Path', 'path'), monospace('ID', 'id'), text('Mode', 'mode')],
    columns: [
      computed('Type', (thing) => (read(thing, 'type') === 'tree' ? '📁 tree' : scalar(read(thing, 'type')))),
      text('Path', 'path'),
      sha('ID', 'id'),
    ],
  },

  blame: {
    singular: 'blame range',
    plural: 'blame ranges',
    heading: () => 'Blame',
    card: [],
    block: (thing) => {
      const commit = read(thing, 'commit');
      const lines = elements(read(thing, 'lines')).map(plain).join('\n');
      const head = `**${shaText(read(commit, 'id'))}** ${scalar(read(commit, 'author_name'), 80)}, ${dateText(read(commit, 'committed_date'))}: ${scalar(read(commit, 'message'), 120)}`;
      return lines === '' ? head : `${head}\n\n${fence(lines)}`;
    },
  },

  release: {
    singular: 'release',
    plural: 'releases',
    heading: (thing) => scalar(read(thing, 'name') ?? read(thing, 'tag_name'), 200),
    card: [
      text('Tag', 'tag_name'),
      onlyWhenTrue('📅 Upcoming', 'upcoming_release'),
      user('Author', 'author'),
      monospace('Commit', 'commit.id'),
      labelNames('Milestones', 'milestones'),
      date('Created', 'created_at'),
      date('Released', 'released_at'),
      text('Assets', 'assets.count'),
      web('URL', '_links.self'),
    ],
    columns: [
      named('Release', 'tag_name', '_links.self'),
      text('Name', 'name'),
      date('Released', 'released_at'),
      user('Author', 'author'),
      text('Assets', 'assets.count'),
    ],
    parts: [
      longText('description'),
      (thing) =>
        elements(at(thing, 'assets.links'))
          .map(
            (asset) =>
              `- ${named('', 'name', 'url').show(isThing(asset) ? asset : {})} (ID ${scalar(read(asset, 'id'))})`,
          )
          .join('\n'),
    ],
  },

  release_link: {
    singular: 'release link',
    plural: 'release links',
    heading: (thing) => scalar(read(thing, 'name'), 200),
    card: [text('ID', 'id'), text('Type', 'link_type'), web('URL', 'url'), web('Direct URL', 'direct_asset_url')],
    columns: [
      named('Link', 'name', 'url'),
      text('ID', 'id'),
      text('Type', 'link_type'),
      web('Direct URL', 'direct_asset_url'),
    ],
  },

  wiki_page: {
    singular: 'wiki page',
    plural: 'wiki pages',
    heading: (thing) => scalar(read(thing, 'title'), 200),
    card: [monospace('Slug', 'slug'), text('Format', 'format'), text('Encoding', 'encoding'), web('URL', 'web_url')],
    columns: [text('Title', 'title'), monospace('Slug', 'slug'), text('Format', 'format'), web('URL', 'web_url')],
    parts: [
      (thing) => (typeof read(thing, 'content') === 'string' ? quote(plain(read(thing, 'content')), fileBudget) : ''),
    ],
  },

  snippet: {
    singular: 'snippet',
    plural: 'snippets',
    heading: (thing) => scalar(read(thing, 'title'), 200),
    card: [
      text('ID', 'id'),
      text('Visibility', 'visibility'),
      user('Author', 'author'),
      computed('Files', (thing) =>
        elements(read(thing, 'files'))
          .map((entry) => scalar(read(entry, 'path'), 200))
          .join(', '),
      ),
      text('File', 'file_name'),
      text('Project ID', 'project_id'),
      date('Created', 'created_at'),
      date('Updated', 'updated_at'),
      web('URL', 'web_url'),
    ],
    columns: [
      named('Snippet', 'title'),
      text('ID', 'id'),
      text('File', 'file_name'),
      text('Visibility', 'visibility'),
      user('Author', 'author'),
      date('Updated', 'updated_at'),
    ],
    parts: [longText('description')],
  },

  protected_branch: protection('protected branch', 'protected branches'),
  protected_tag: protection('protected tag', 'protected tags'),

  template: {
    singular: 'template',
    plural: 'templates',
    heading: (thing) => `Template ${scalar(read(thing, 'name') ?? read(thing, 'key'), 120)}`,
    card: [
      text('Name', 'name'),
      text('Key', 'key'),
      text('Description', 'description'),
      labelNames('Allows', 'permissions'),
      labelNames('Demands', 'conditions'),
      labelNames('Limits', 'limitations'),
      web('About', 'html_url'),
    ],
    columns: [text('Template', 'name'), text('Key', 'key'), text('Description', 'description')],
    parts: [(thing) => fenced(read(thing, 'content'), '')],
    isVerbatim: true,
  },

  contributor: {
    singular: 'contributor',
    plural: 'contributors',
    heading: (thing) => scalar(read(thing, 'name')),
    card: [text('Email', 'email'), text('Commits', 'commits')],
    columns: [text('Name', 'name'), text('Email', 'email'), text('Commits', 'commits')],
  },

  commit_status: {
    singular: 'commit status',
    plural: 'commit statuses',
    heading: (thing) => `${scalar(read(thing, 'name'))} ${stateText(read(thing, 'status'))}`,
    card: [
      text('ID', 'id'),
      state('Status', 'status'),
      text('Ref', 'ref'),
      monospace('SHA', 'sha'),
      text('Description', 'description'),
      text('Pipeline ID', 'pipeline_id'),
      user('Author', 'author'),
      date('Created', 'created_at'),
      date('Finished', 'finished_at'),
      web('URL', 'target_url'),
    ],
    columns: [
      named('Name', 'name', 'target_url'),
      text('ID', 'id'),
      state('Status', 'status'),
      text('Ref', 'ref'),
      text('Description', 'description'),
      text('Pipeline', 'pipeline_id'),
      date('Created', 'created_at'),
    ],
  },

  rendered_markdown: {
    singular: 'rendered Markdown',
    plural: 'rendered texts',
    heading: () => 'Rendered Markdown',
    card: [],
    parts: [(thing) => fenced(read(thing, 'html'), 'html')],
  },

  upload: {
    singular: 'upload',
    plural: 'uploads',
    heading: (thing) => scalar(read(thing, 'alt') ?? read(thing, 'filename'), 200),
    card: [
      text('ID', 'id'),
      text('File', 'filename'),
      bytes('Size', 'size'),
      monospace('Markdown', 'markdown'),
      monospace('Path', 'full_path'),
      web('URL', 'url'),
      user('Uploaded by', 'uploaded_by'),
      date('Created', 'created_at'),
    ],
    columns: [
      text('File', 'filename'),
      text('ID', 'id'),
      bytes('Size', 'size'),
      user('By', 'uploaded_by'),
      date('Created', 'created_at'),
    ],
  },

  package: {
    singular: 'package',
    plural: 'packages',
    heading: (thing) => `${scalar(read(thing, 'name'), 200)} ${scalar(read(thing, 'version'), 80)}`.trim(),
    card: [
      text('ID', 'id'),
      text('Name', 'name'),
      text('Version', 'version'),
      text('Type', 'package_type'),
      state('Status', 'status'),
      labelNames('Tags', 'tags'),
      ref('Project', 'project_path'),
      date('Created', 'created_at'),
      date('Last downloaded', 'last_downloaded_at'),
      monospace('Web path', '_links.web_path'),
    ],
    columns: [
      text('Package', 'name'),
      text('ID', 'id'),
      text('Version', 'version'),
      text('Type', 'package_type'),
      state('Status', 'status'),
      date('Created', 'created_at'),
      monospace('Web path', '_links.web_path'),
    ],
  },
};

/** Text of a file, decoded from base64 where it is text; a word about it when it is not. */
function fileContent(thing: Thing): string {
  const content = read(thing, 'content');
  if (typeof content !== 'string' || content === '') return '';
  const decoded = read(thing, 'encoding') === 'base64' ? decodeText(content) : content;
  if (decoded !== undefined) return fenced(decoded, languageOf(thing));
  const size = bytesText(Buffer.byteLength(content, 'base64'));
  return `Binary content, ${size}: it is in the structured result as base64, not in this text.`;
}

/** A piece of a file with where it is. */
function codeMatch(thing: Thing): string {
  const line = scalar(read(thing, 'startline'));
  const place = `${scalar(read(thing, 'path'), 300)}${line === '' ? '' : `:${line}`}`;
  const head = `**${place}** (project ID ${scalar(read(thing, 'project_id'))}, ref ${scalar(read(thing, 'ref'), 80)})`;
  const data = plain(read(thing, 'data'));
  return data === '' ? head : `${head}\n\n${fence(data.slice(0, 4000).toWellFormed(), languageOf(thing))}`;
}

/** A fence of bounded length; what is cut off is counted. */
function fenced(value: unknown, language: string): string {
  if (typeof value !== 'string' || value === '') return '';
  if (value.length <= fileBudget) return fence(value, language);
  const shown = fence(value.slice(0, fileBudget).toWellFormed(), language);
  return `${shown}\n… (${value.length - fileBudget} more characters)`;
}

function decodeText(base64: string): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
    return text.includes('\0') ? undefined : text;
  } catch {
    // Not UTF-8, so there is no text to show.
    return undefined;
  }
}

function languageOf(thing: Thing): string {
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(
    plain(read(thing, 'file_path') ?? read(thing, 'file_name') ?? read(thing, 'path')),
  )?.[1];
  return extension?.toLowerCase() ?? '';
}

function protection(singular: string, plural: string): Kind {
  const levels = (label: string, key: string) =>
    computed(label, (thing) =>
      elements(read(thing, key))
        .map((level) => {
          const described = scalar(read(level, 'access_level_description'), 80);
          return described === '' ? roleText(read(level, 'access_level')) : described;
        })
        .join(', '),
    );
  const cells = [
    levels('Push', 'push_access_levels'),
    levels('Merge', 'merge_access_levels'),
    levels('Create', 'create_access_levels'),
    levels('Unprotect', 'unprotect_access_levels'),
    onlyWhenTrue('Force push', 'allow_force_push'),
    onlyWhenTrue('Code owners', 'code_owner_approval_required'),
  ];
  return {
    singular,
    plural,
    heading: (thing) => `🔒 ${inline(plain(read(thing, 'name')), 200)}`,
    card: [text('ID', 'id'), text('Name', 'name'), ...cells, onlyWhenTrue('Inherited', 'inherited')],
    columns: [computed('Name', nameOf), text('ID', 'id'), ...cells],
  };
}
