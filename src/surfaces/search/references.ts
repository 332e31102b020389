/**
 * What a query names rather than asks: numbers, paths, addresses, quoted titles. They are taken out before the words
 * are matched, since no action is called `acme/web`, and what they reveal is kept as hints.
 */
export interface References {
  /** The query without its references. Where one stood is a ` ; `, ` @ ` if it implies a noun, ` ~ ` if it is a path, so that words around it are not joined. */
  readonly text: string;
  /** Nouns the references imply, such as `issue` for `#12`, in words of the catalog. Empty when the words say enough. */
  readonly nouns: readonly string[];
  /** Those among them that come with a number. Plain numbers are left in the text as `#`, after the noun they number. */
  readonly numbered: readonly string[];
  /** Whether the reference shows one object, such as `#12`, or a page with a list. */
  readonly page?: 'one' | 'list';
  readonly namesProject: boolean;
  /** `@alice` or an address. */
  readonly namesPerson: boolean;
}

/** What the pages of GitLab show, by the part of their address after `/-/`. */
const pages: Readonly<Record<string, string>> = {
  issues: 'issue',
  incidents: 'issue',
  work_items: 'work item',
  merge_requests: 'merge request',
  pipelines: 'pipeline',
  jobs: 'job',
  commit: 'commit',
  commits: 'commit',
  blob: 'file contents',
  raw: 'file raw',
  blame: 'file blame',
  tree: 'tree files',
  tags: 'tag',
  branches: 'branch',
  releases: 'release',
  milestones: 'milestone',
  snippets: 'snippet',
  wikis: 'wiki page',
  environments: 'environment',
  deployments: 'deployment',
  epics: 'epic',
  boards: 'board',
  labels: 'label',
  packages: 'package',
  container_registry: 'container registry repository',
  compare: 'compare',
  pipeline_schedules: 'pipeline schedule',
  runners: 'runner',
  hooks: 'webhook',
  feature_flags: 'feature flag',
  project_members: 'project member',
  group_members: 'group member',
  graphs: 'contributor',
  forks: 'fork',
  terraform: 'terraform state',
  cluster_agents: 'cluster agent',
  vulnerabilities: 'vulnerability',
};

/** Parts of an address that show another side of the object. */
const views: Readonly<Record<string, string>> = {
  'merge_requests diffs': 'merge request changes',
  'merge_requests commits': 'merge request commits',
  'merge_requests pipelines': 'merge request pipelines',
  'jobs raw': 'job log',
  'pipelines test_report': 'pipeline test report',
};

const manyViews: ReadonlySet<string> = new Set(['commits', 'pipelines']);

/** Pages that show a single thing whose name is no number. */
const onePages: ReadonlySet<string> = new Set(['blob', 'raw', 'blame', 'commit', 'compare']);
const manyPages: ReadonlySet<string> = new Set(['commits', 'tree', 'graphs', 'forks']);

const fileEnding =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|c|cc|cpp|h|hpp|cs|php|sh|bash|md|mdx|txt|rst|ya?ml|json|toml|lock|xml|html?|s?css|sql|tf|env|ini|cfg|conf|gradle|svg|png|jpe?g|pdf|csv|log|vue|svelte|swift|scala|ex|exs|lua|proto|ipynb)$/i;
const fileName = /^(?:[Dd]ockerfile|[Mm]akefile|[Jj]enkinsfile|Rakefile|Gemfile|CODEOWNERS|Procfile|README|LICENSE)$/;
const branchPrefix = /^(?:feature|features|feat|fix|bugfix|hotfix|release|releases|chore|topic|refs|origin)\//i;

interface Found {
  readonly nouns: string[];
  readonly numbered: string[];
  page?: 'one' | 'list';
  namesProject: boolean;
  namesPerson: boolean;
}

export function takeReferences(query: string): References {
  const found: Found = { nouns: [], numbered: [], namesProject: false, namesPerson: false };
  const text = query
    .replace(/\bgit@[\w.-]+:[\w./~-]+|\bssh:\/\/[^\s"'<>]+|https?:\/\/[^\s"'<>]+\.git\b/gi, () => {
      found.nouns.push('git remote url');
      return thing;
    })
    .replace(/https?:\/\/[^\s"'<>]+/gi, (url) => readPage(url, found))
    .replace(/"[^"]*"|(?<!\w)'[^']*'(?!\w)|`[^`]*`|“[^”]*”|«[^»]*»/g, (quoted) => readQuoted(quoted, found))
    .replace(timeSpan, gap)
    .replace(namedCommit, '$1 #')
    .replace(/\S+/g, (piece) => readPiece(piece, found));
  return { ...found, text: markNumbers(text) };
}

const gap = ' ; ';
/** Where a reference stood that implies a noun. */
const thing = ' @ ';
/** Where the path of a project stood. */
const place = ' ~ ';

/** When something happened narrows a list, it names no action. */
const timeSpan =
  /\b(?:since|in the|over the|during the)?\s*(?:last|past|this|next|previous)\s+(?:\d+\s+)?(?:hours?|nights?|mornings?|evenings?|weekends?|sprints?|days?|weeks?|months?|quarters?|years?|monday|friday)\b|\b(?:yesterday|today|tomorrow|tonight|overnight|recently|lately)\b/gi;

/** A commit by its hash, where the word stands before it. */
const namedCommit = /\b(commit|revision|sha)\s+(?=[a-f]*\d)[0-9a-f]{6,64}\b/gi;

function readPage(url: string, found: Found): string {
  const path = url
    .replace(/^https?:\/\/[^/]+\/?/i, '')
    .replace(/[?#].*$/, '')
    .replace(/[/.,;:)]+$/, '');
  const [space = '', page] = path.split('/-/');
  const parts = space.split('/').filter((part) => part !== '');
  if (page === undefined) {
    found.page = parts.length === 0 ? 'list' : 'one';
    if (parts.length > 0) found.nouns.push(parts[0] === 'groups' ? 'group' : parts.length > 1 ? 'project' : 'group');
    return thing;
  }
  const [kind = '', name, view] = page.split('/');
  const isOne = onePages.has(kind) || (name !== undefined && !manyPages.has(kind));
  found.page = isOne && !manyViews.has(view ?? '') ? 'one' : 'list';
  found.nouns.push(views[`${kind} ${view ?? ''}`] ?? pages[kind] ?? kind.replaceAll('_', ' '));
  if (isOne && /^\d+$/.test(name ?? '')) found.numbered.push(found.nouns.at(-1) ?? '');
  if (parts[0] !== 'groups') found.namesProject = true;
  return thing;
}

function readQuoted(quoted: string, found: Found): string {
  const inner = quoted.slice(1, -1).trim();
  if (isFile(inner)) found.nouns.push('file');
  return gap;
}

const sigils: Readonly<Record<string, string>> = { '#': 'issue', '!': 'merge request', '&': 'epic', $: 'snippet' };

function readPiece(piece: string, found: Found): string {
  const bare = piece.replace(/^[([{<]+|[)\]}>,;:.!?]+$/g, '');
  if (bare === '') return gap;
  const reference = /^([\w./-]+)?([#!&$])(\d+)$/.exec(bare);
  if (reference !== null) {
    const noun = sigils[reference[2] ?? ''] ?? '';
    if (reference[1] !== undefined) found.namesProject = true;
    found.nouns.push(noun);
    found.numbered.push(noun);
    found.page ??= 'one';
    return thing;
  }
  if (/^@[\w.-]+$/.test(bare) || /^[\w.+-]+@[\w-]+\.[\w.-]+$/.test(bare)) {
    found.namesPerson = true;
    return gap;
  }
  if (/^[~%][\w.-]+$/.test(bare)) return gap;
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?:=.*)?$/.test(bare) || /^[A-Za-z_][\w]*=\S+$/.test(bare)) {
    found.nouns.push('variable');
    return thing;
  }
  if (bare.endsWith('.gitlab-ci.yml')) {
    found.nouns.push('ci configuration', 'file');
    return thing;
  }
  if (isFile(bare)) {
    found.nouns.push('file');
    return thing;
  }
  if (/^[\w.:]+\(\)$/.test(piece.replace(/[?!.,]+$/, ''))) {
    found.nouns.push('code');
    return thing;
  }
  if (branchPrefix.test(bare)) return gap;
  // A name such as `fix-typo` or `new_ui`: nobody writes the words of an action like this inside a sentence.
  if (/^[a-z0-9]+(?:[-_][a-z0-9.]+)+$/i.test(bare) && !hyphenated.test(bare)) return gap;
  if (/^\/?[\w.-]+(?:\/[\w.-]+)+\/?$/.test(bare) && !/^(?:and|ci|read|add|create|edit)\//i.test(bare)) {
    found.namesProject = true;
    return place;
  }
  if (/^[0-9a-f]{6,64}$/i.test(bare) && /\d/.test(bare) && /[a-f]/i.test(bare)) {
    found.nouns.push('commit');
    found.numbered.push('commit');
    return thing;
  }
  if (/^v?\d+(?:\.\d+)+[\w.+-]*$/i.test(bare) || /^v\d+$/i.test(bare)) return ' # ';
  // A duration or a time of day.
  if (/^\d+(?:h|d|w|m|mo|min|am|pm|%|s)$/i.test(bare) || /^\d{1,2}:\d\d$/.test(bare) || /^\d{4}-\d\d/.test(bare))
    return gap;
  // `name:` before a value, and a clause that ends: the following words are another part of the query.
  return /[.;:!?]$/.test(piece) ? `${bare}${gap}` : piece;
}

const hyphenated =
  /^(?:to-?dos?|merge-requests?|pull-requests?|auto-merge|cherry-pick|e-mails?|re-?run|re-?open|un-?\w+|work-items?|sub-?\w+|ci-cd|log-?in|sign-?up|two-factor|read-only|gitlab-ci|[a-z]+_[a-z]+_?[a-z_]*)$/i;

function isFile(text: string): boolean {
  const name = text.slice(text.lastIndexOf('/') + 1);
  return (
    !/\s/.test(text) &&
    ((fileEnding.test(name) && !/^\.[a-z]+$/i.test(name.replace(/^\.env$/, ''))) || fileName.test(name))
  );
}

/** Words before a number that is a quantity, and after it. */
const ordinal = /^(?:last|latest|first|top|next|newest|recent)$/i;
const beforeQuantity = /^(?:last|latest|first|top|next|past|every|newest|recent|at|in|than|by|to)$/i;
const afterQuantity =
  /^(?:days?|weeks?|months?|years?|hours?|minutes?|seconds?|times?|points?|percent|approvers?|am|pm|\w+s)$/i;

/** Replaces plain numbers that name an object by `#`, and takes out those that count or measure. */
function markNumbers(text: string): string {
  const pieces = text.split(/\s+/);
  const marked = pieces.map((piece, at) => {
    if (!/^\d+(?:['’]s)?[,.;:!?]?$/.test(piece)) return piece;
    const before = pieces[at - 1] ?? '';
    const after = pieces[at + 1] ?? '';
    // `last 10 commits` are still the last commits.
    if (ordinal.test(before) && /^[a-z]+s$/i.test(after)) return '';
    return beforeQuantity.test(before) || afterQuantity.test(after) ? ';' : '#';
  });
  return marked.filter((piece) => piece !== '').join(' ');
}
