import { canReadCode, canSeeProject, canUseFeature } from '../access/levels.ts';
import { canReadIssue, canReadIssues, canReadMergeRequests, canReadNote } from '../access/planning.ts';
import { canReadSnippet } from '../access/snippets.ts';
import { failure, forbidden, invalidParameters } from '../http/refusal.ts';
import type { Group } from '../world/groups.ts';
import { issuesOf } from '../world/issues.ts';
import { mergeRequestsOf } from '../world/merge-requests.ts';
import { allMilestones } from '../world/milestones.ts';
import { allNotes, type Note } from '../world/notes.ts';
import type { Project } from '../world/projects.ts';
import { repositoryOf } from '../world/repository.ts';
import { hasTier } from '../world/settings.ts';
import { allSnippets } from '../world/snippets.ts';
import { currentVersion, wikiOf, wikiPages } from '../world/wikis.ts';
import type { Call } from './call.ts';
import { presentCommit } from './commits-presenter.ts';
import { bySearch } from './issuable-filters.ts';
import { projectsBelow } from './issue-list.ts';
import { presentIssueBasic } from './issues-presenter.ts';
import { presentMergeRequestBasic } from './merge-requests-presenter.ts';
import { presentMilestone } from './milestones-presenter.ts';
import { presentNote } from './notes-presenter.ts';
import { optional, requires, type Values } from './params.ts';
import { presentBasicProject } from './projects-presenter.ts';
import type { Resource, Routes } from './routes.ts';
import { type FoundText, type TextQuery, fitsPath, parseTextQuery, searchText } from './search-text.ts';
import { presentSnippet } from './snippets-presenter.ts';
import { presentUserBasic } from './users-presenter.ts';

const everywhere = ['projects', 'issues', 'merge_requests', 'milestones', 'snippet_titles', 'users'] as const;
const inGroups = ['projects', 'issues', 'merge_requests', 'milestones', 'users'] as const;
const inProjects = [
  'issues',
  'merge_requests',
  'milestones',
  'users',
  'notes',
  'wiki_blobs',
  'commits',
  'blobs',
] as const;
/** Beyond a single project these need an index of everything. */
const advanced = ['notes', 'wiki_blobs', 'commits', 'blobs'] as const;

type Scope = (typeof everywhere)[number] | (typeof inProjects)[number];

const filters = {
  search: requires.string({ blank: false }),
  state: optional.string({ values: ['all', 'opened', 'closed', 'merged'] }),
  confidential: optional.boolean(),
  ref: optional.string(),
  num_context_lines: optional.integer(),
  include_archived: optional.boolean({ default: false }),
  order_by: optional.string({ values: ['created_at'] }),
  sort: optional.string({ values: ['asc', 'desc'], default: 'desc' }),
};

type Params = Values<typeof filters> & { readonly scope: Scope };

/** Where a search looks. */
interface Area {
  readonly projects: readonly Project[];
  readonly group?: Group;
  readonly project?: Project;
}

/** One search over everything the caller sees; every scope answers with the short form of what it finds. */
export const search: Resource = {
  routes(routes) {
    const scope = requires.string({ values: [...everywhere, ...advanced] });
    routes.get(
      '/search',
      { permission: 'read_search', boundary: 'instance', params: { ...filters, scope } },
      (call) => {
        requireIndex(call);
        return run(call, { projects: call.world.projects.all().filter((project) => canSeeProject(call, project)) });
      },
    );
    spelled(
      routes,
      '/groups/:id',
      { ...filters, scope: requires.string({ values: [...inGroups, ...advanced] }) },
      (call) => {
        const group = call.group();
        requireIndex(call);
        const projects = projectsBelow(call.world, group).filter((project) => canSeeProject(call, project));
        return run(call, { projects, group });
      },
    );
    spelled(routes, '/projects/:id', { ...filters, scope: requires.string({ values: inProjects }) }, (call) => {
      const project = call.project();
      return run(call, { projects: [project], project });
    });
  },
};

/** GitLab writes these with and without a dash. */
function spelled(
  routes: Routes,
  prefix: string,
  params: Parameters<typeof routes.get>[1]['params'] & object,
  handler: (call: Call<Params>) => unknown,
): void {
  routes.get(
    `${prefix}/(-/)search`,
    { permission: 'read_search', access: 'user', params },
    (call) => handler(call as unknown as Call<Params>), // the schemas above declare exactly these
  );
}

function requireIndex(call: Call<{ readonly scope: string }>): void {
  const needsIndex = advanced.some((scope) => scope === call.params.scope);
  if (needsIndex && !hasTier(call.world.settings, 'premium')) {
    throw failure(400, { error: 'Scope supported only with advanced search or exact code search' });
  }
}

function run(call: Call<Params>, area: Area): unknown[] {
  const { params } = call;
  const isAdvanced = area.project === undefined && hasTier(call.world.settings, 'premium');
  call.headers['X-Search-Type'] = isAdvanced ? 'advanced' : 'basic';
  if (params.search.trim() === '') throw invalidParameters('search is empty');
  return scopes[params.scope](call, area);
}

type Search = (call: Call<Params>, area: Area) => unknown[];

const scopes: Readonly<Record<Scope, Search>> = {
  projects(call, { projects }) {
    const has = words(call.params.search);
    const found = projects.filter(
      (project) =>
        (call.params.include_archived || !project.archived) &&
        has(`${project.name}\n${project.fullPath}\n${project.description ?? ''}`),
    );
    return call.page(newestFirst(call, found), (project) => presentBasicProject(call, project));
  },
  issues(call, { projects }) {
    const { search: text, state, confidential } = call.params;
    const fits = bySearch(text, 'title,description');
    const iid = iidIn(text, '#');
    const found = projects.flatMap((project) =>
      issuesOf(call.world, project).filter(
        (issue) =>
          canReadIssue(call, project, issue) &&
          (iid === undefined ? fits(issue) : issue.iid === iid) &&
          isInState(issue.state, state) &&
          (confidential === undefined || confidential === null || issue.confidential === confidential),
      ),
    );
    return call.page(newestFirst(call, found), (issue) => presentIssueBasic(call, issue));
  },
  merge_requests(call, { projects }) {
    const { search: text, state } = call.params;
    const fits = bySearch(text, 'title,description');
    const iid = iidIn(text, '!');
    const found = projects
      .filter((project) => canReadMergeRequests(call, project))
      .flatMap((project) =>
        mergeRequestsOf(call.world, project).filter(
          (each) => (iid === undefined ? fits(each) : each.iid === iid) && isInState(each.state, state),
        ),
      );
    return call.page(newestFirst(call, found), (each) => presentMergeRequestBasic(call, each));
  },
  milestones(call, { projects }) {
    const has = words(call.params.search);
    const ids = new Set(projects.filter((project) => canReadIssues(call, project)).map(({ id }) => id));
    const found = allMilestones(call.world).filter(
      ({ projectId, title, description }) =>
        projectId !== null && ids.has(projectId) && has(`${title}\n${description ?? ''}`),
    );
    return call.page(newestFirst(call, found), (milestone) => presentMilestone(call.world, milestone));
  },
  users(call, area) {
    const has = words(call.params.search);
    const members = area.group === undefined && area.project === undefined ? undefined : memberIds(call, area);
    const found = call.world.users
      .all()
      .filter(
        (user) =>
          user.state === 'active' &&
          !user.internal &&
          (members === undefined || members.has(user.id)) &&
          has(`${user.name}\n${user.username}\n${user.publicEmail ?? ''}`),
      );
    return call.page(found, (user) => presentUserBasic(call.world, user));
  },
  snippet_titles(call) {
    const has = words(call.params.search);
    const found = allSnippets(call.world).filter((snippet) => has(snippet.title) && canReadSnippet(call, snippet));
    return call.page(newestFirst(call, found), (snippet) => presentSnippet(call, snippet));
  },
  notes(call, { projects }) {
    const has = words(call.params.search);
    const found: Note[] = [];
    for (const note of allNotes(call.world)) {
      const project = projects.find(({ id }) => id === note.noteable.projectId);
      if (
        project !== undefined &&
        !note.system &&
        has(note.body) &&
        canReadNote(call, project, note) &&
        isOpenTo(call, project, note)
      ) {
        found.push(note);
      }
    }
    return call.page(newestFirst(call, found), (note) => presentNote(call, note));
  },
  commits(call, { projects, project }) {
    if (project !== undefined && !canReadCode(call, project)) throw forbidden();
    const has = words(call.params.search);
    const found = projects
      .filter((each) => canReadCode(call, each))
      .flatMap((each) => {
        const repository = repositoryOf(call.world, each);
        const head = repository.resolve(call.params.ref ?? 'HEAD');
        const commits = head === undefined ? [] : repository.log(head.sha);
        return commits
          .filter(({ message, sha }) => has(message) || sha.startsWith(call.params.search))
          .map((commit) => ({ each, commit }));
      });
    return call.page(
      found,
      ({ each, commit }) => ({
        ...presentCommit(call.world, each, commit, { stats: true }),
        status: null,
        project_id: each.id,
        last_pipeline: null,
      }),
      { countless: true },
    );
  },
  blobs(call, { projects, project }) {
    if (project !== undefined && !canReadCode(call, project)) throw forbidden();
    const query = queryOf(call);
    const found = projects
      .filter((each) => canReadCode(call, each))
      .flatMap((each) => {
        const repository = repositoryOf(call.world, each);
        const ref = call.params.ref ?? each.defaultBranch ?? 'HEAD';
        const tree = repository.treeAt(ref) ?? new Map();
        return [...tree].flatMap(([path, { blob }]) => {
          if (!fitsPath(query, path)) return [];
          const text = searchText(query, path, repository.blob(blob)?.toString('utf8') ?? '');
          return text.map((match) => presentBlob(each, ref, path, match));
        });
      });
    return call.page(found, (blob) => blob);
  },
  wiki_blobs(call, { projects }) {
    const query = queryOf(call);
    const found = projects
      .filter((each) => canUseFeature(call, each, 'wiki'))
      .flatMap((each) =>
        wikiPages(wikiOf(call.world, each)).flatMap((page) => {
          const path = `${page.slug}.md`;
          const version = currentVersion(page);
          if (!fitsPath(query, path)) return [];
          return searchText(query, path, version?.content ?? '').map((match) =>
            presentBlob(each, version?.sha ?? 'main', path, match),
          );
        }),
      );
    return call.page(found, (blob) => blob);
  },
};

function queryOf(call: Call<Params>): TextQuery {
  return parseTextQuery(call.params.search, call.params.num_context_lines ?? undefined);
}

function presentBlob({ id }: Project, ref: string, path: string, { data, startLine }: FoundText) {
  const dot = path.lastIndexOf('.');
  return {
    basename: dot > path.lastIndexOf('/') + 1 ? path.slice(0, dot) : path,
    data,
    path,
    filename: path,
    id: null,
    ref,
    startline: startLine,
    project_id: id,
  };
}

/** `#12` and `!12` ask for a number, not for words. */
function iidIn(text: string, sigil: '#' | '!'): number | undefined {
  const match = /^([#!])(\d+)$/.exec(text.trim());
  return match === null || match[1] !== sigil ? undefined : Number(match[2]);
}

function words(text: string): (candidate: string) => boolean {
  const wanted = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return (candidate) => {
    const where = candidate.toLowerCase();
    return wanted.every((word) => where.includes(word));
  };
}

function isInState(state: string, wanted: string | null | undefined): boolean {
  return wanted === undefined || wanted === null || wanted === 'all' || state === wanted;
}

function newestFirst<T extends { readonly id: number }>(call: Call<Params>, items: readonly T[]): T[] {
  return items.toSorted((a, b) => (call.params.sort === 'asc' ? a.id - b.id : b.id - a.id));
}

function isOpenTo(call: Call<Params>, project: Project, { noteable }: Note): boolean {
  if (noteable.type === 'Issue') {
    const issue = issuesOf(call.world, project).find(({ id }) => id === noteable.id);
    return issue !== undefined && canReadIssue(call, project, issue);
  }
  return noteable.type === 'MergeRequest' ? canReadMergeRequests(call, project) : canReadCode(call, project);
}

function memberIds({ world }: Call<Params>, { group, projects }: Area): Set<number> {
  const groups =
    group === undefined ? [] : [...world.groups.selfAndAncestors(group), ...world.groups.descendants(group)];
  const above = projects.flatMap(({ namespaceId }) => {
    const home = world.groups.find(namespaceId);
    return home === undefined ? [] : world.groups.selfAndAncestors(home);
  });
  return new Set([...groups, ...above, ...projects].flatMap(({ members }) => [...members.keys()]));
}
