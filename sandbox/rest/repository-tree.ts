import { Refusal, failure, invalidParameters, notFound } from '../http/refusal.ts';
import { toQuery } from '../http/query.ts';
import { Reply } from '../http/reply.ts';
import { treeSha, type Commit, type Tree } from '../world/git-objects.ts';
import type { Call } from './call.ts';
import { code, commitAt } from './code.ts';
import { presentCommit } from './commits-presenter.ts';
import { presentDiffs } from './diffs-presenter.ts';
import { compare, defaultPerPage, maxPerPage } from './pagination.ts';
import { optional, requires } from './params.ts';
import { contentTypeOf } from './repository-files.ts';
import type { Resource, Routes } from './routes.ts';
import { lookUpProject } from './look-up.ts';
import { repositoryOf } from '../world/repository.ts';
import { canReadCode } from '../access/levels.ts';

/** Trees, blobs, comparisons, common ancestors and contributors of a repository. */
export const repositoryTree: Resource = {
  routes(routes) {
    trees(routes);
    blobs(routes);
    comparisons(routes);
    contributors(routes);
  },
};

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly type: 'tree' | 'blob' | 'commit';
  readonly path: string;
  readonly mode: string;
}

function trees(routes: Routes): void {
  const params = {
    ref: optional.string(),
    path: optional.string(),
    recursive: optional.boolean({ default: false }),
    pagination: optional.string({ values: ['legacy', 'keyset', 'none'] }),
    page_token: optional.string(),
  };
  routes.get('/projects/:id/repository/tree', { permission: 'read_repository_tree', params }, (call) => {
    const { repository } = code(call);
    const { ref, recursive, pagination } = call.params;
    const path = (call.params.path ?? '').replace(/^\/|\/$/g, '');
    const commit = repository.resolve(ref ?? 'HEAD');
    if (commit === undefined) throw notFound('Tree');
    const entries = entriesOf(commit.tree, path, recursive);
    if (entries.length === 0 && path !== '') throw notFound('invalid revision or path');
    return pagination === 'keyset' ? byToken(call, entries) : call.page(entries, (entry) => entry);
  });
}

/** Directories first, then files, then submodules, each in Git's order. */
function entriesOf(tree: Tree, path: string, isRecursive: boolean): Entry[] {
  const prefix = path === '' ? '' : `${path}/`;
  const entries = new Map<string, Entry>();
  for (const [file, { mode, blob }] of tree) {
    if (!file.startsWith(prefix)) continue;
    const parts = file.slice(prefix.length).split('/');
    const depth = isRecursive ? parts.length : 1;
    for (let level = 1; level <= depth; level++) {
      const full = prefix + parts.slice(0, level).join('/');
      if (entries.has(full)) continue;
      const name = parts[level - 1] ?? '';
      if (level < parts.length) {
        entries.set(full, { id: treeSha(tree, full), name, type: 'tree', path: full, mode: '040000' });
      } else {
        entries.set(full, { id: blob, name, type: mode === '160000' ? 'commit' : 'blob', path: full, mode });
      }
    }
  }
  const rank = { tree: 0, blob: 1, commit: 2 };
  return [...entries.values()].sort((a, b) => rank[a.type] - rank[b.type] || compare(a.path, b.path));
}

/** Pages that continue after the id of an entry. */
function byToken(call: Call<{ readonly page_token: string | null | undefined }>, entries: readonly Entry[]): Entry[] {
  const { page_token: token } = call.params;
  const perPage = Math.min(Number(call.request.raw['per_page'] ?? defaultPerPage) || defaultPerPage, maxPerPage);
  const after =
    token === undefined || token === null || token === '' ? -1 : entries.findIndex(({ id }) => id === token);
  if (after === -1 && token) throw invalidParameters('page_token is invalid');
  const rows = entries.slice(after + 1, after + 1 + perPage);
  const last = rows.at(-1);
  if (last !== undefined && after + 1 + perPage < entries.length) {
    const { ref, path, recursive } = call.request.raw;
    const given = { ref, path, recursive };
    const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const query = toQuery({ ...known, pagination: 'keyset', per_page: perPage, page_token: last.id });
    call.headers['Link'] = `<${call.world.url(`/api/v4${call.request.path}`)}?${query}>; rel="next"`;
  }
  return rows;
}

function blobs(routes: Routes): void {
  routes.get('/projects/:id/repository/blobs/:sha', { permission: 'read_repository_blob' }, (call) => {
    const bytes = blobOf(call);
    return { size: bytes.length, encoding: 'base64', content: bytes.toString('base64'), sha: call.path('sha') };
  });
  routes.get('/projects/:id/repository/blobs/:sha/raw', { permission: 'read_repository_blob' }, (call) => {
    const bytes = blobOf(call);
    return new Reply(200, bytes, {
      contentType: contentTypeOf('', bytes),
      headers: { 'Content-Disposition': 'inline', 'Cache-Control': 'no-store, no-cache' },
    });
  });
}

function blobOf(call: Call<unknown>): Buffer {
  const bytes = code(call).repository.blob(call.path('sha'));
  if (bytes === undefined) throw notFound('Blob');
  return bytes;
}

function comparisons(routes: Routes): void {
  const params = {
    from: requires.string({ blank: false }),
    to: requires.string({ blank: false }),
    from_project_id: optional.integer(),
    straight: optional.boolean({ default: false }),
    unidiff: optional.boolean({ default: false }),
  };
  routes.get('/projects/:id/repository/compare', { permission: 'read_repository_compare', params }, (call) => {
    const { project, repository } = code(call);
    const { world, params } = call;
    const source = params.from_project_id ? lookUpProject(world, String(params.from_project_id)) : project;
    if (source === undefined || !canReadCode(call, source)) throw notFound('Project');
    const origin = repositoryOf(world, source);
    const from = origin.resolve(params.from);
    const to = repository.resolve(params.to);
    if (from === undefined || to === undefined) throw notFound('Ref');
    repository.fetch(origin, from.sha);
    const base = params.straight ? from.sha : repository.mergeBase(from.sha, to.sha);
    const commits = repository.log(to.sha, { except: [from.sha] }).toReversed();
    const newest = commits.at(-1);
    const dots = params.straight ? '..' : '...';
    return {
      commit: newest === undefined ? null : presentCommit(world, project, newest),
      commits: commits.map((commit) => presentCommit(world, project, commit)),
      diffs: presentDiffs(repository.diff(base, to.sha), { unidiff: params.unidiff }),
      compare_timeout: false,
      compare_same_ref: from.sha === to.sha,
      web_url: world.url(`/${project.fullPath}/-/compare/${from.sha}${dots}${to.sha}`),
    };
  });

  routes.get(
    '/projects/:id/repository/merge_base',
    { permission: 'read_repository_merge_base', params: { refs: requires.strings() } },
    (call) => {
      const { project, repository } = code(call);
      const { refs } = call.params;
      if (refs.length < 2) throw failure(400, '400 Bad request - Provide at least 2 refs');
      const missing = refs.filter((ref) => repository.resolve(ref) === undefined);
      if (missing.length > 0) throw failure(400, `400 Bad request - Could not find ref: ${missing.join(', ')}`);
      const [first, ...others] = refs.map((ref) => commitAt(repository, ref).sha);
      const base = others.reduce((a, b) => (a === undefined ? undefined : repository.mergeBase(a, b)), first);
      const commit = base === undefined ? undefined : repository.resolve(base);
      if (commit === undefined) throw notFound('Merge Base');
      return presentCommit(call.world, project, commit);
    },
  );
}

function contributors(routes: Routes): void {
  const params = {
    ref: optional.string(),
    order_by: optional.string({ values: ['email', 'name', 'commits'], default: 'commits' }),
    sort: optional.string({ values: ['asc', 'desc'], default: 'asc' }),
  };
  routes.get('/projects/:id/repository/contributors', { permission: 'read_repository_contributor', params }, (call) => {
    const { repository } = code(call);
    const { order_by, sort, ref } = call.params;
    const head = repository.resolve(ref ?? 'HEAD');
    if (head === undefined) throw new Refusal(404, { message: '404 Not Found' });
    const people = tally(repository.log(head.sha));
    const sign = sort === 'asc' ? 1 : -1;
    people.sort((a, b) => sign * compare(a[order_by], b[order_by]) || compare(a.email, b.email));
    return call.page(people, (person) => person);
  });
}

function tally(commits: readonly Commit[]) {
  const people = new Map<string, { name: string; email: string; commits: number; additions: 0; deletions: 0 }>();
  for (const { author, parents } of commits) {
    if (parents.length > 1) continue;
    const known = people.get(author.email);
    if (known === undefined) {
      people.set(author.email, { name: author.name, email: author.email, commits: 1, additions: 0, deletions: 0 });
    } else known.commits += 1;
  }
  return [...people.values()];
}
