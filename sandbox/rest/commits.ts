import { Refusal, failure, notFound } from '../http/refusal.ts';
import type { Commit } from '../world/git-objects.ts';
import { latestPipelineFor } from '../world/pipelines.ts';
import type { Project } from '../world/projects.ts';
import { recordPush } from '../world/push.ts';
import { type FileAction, type Repository, commitDate } from '../world/repository.ts';
import { signatureOf } from '../world/signatures.ts';
import type { Call } from './call.ts';
import { type Code, code, commitAt } from './code.ts';
import { presentCommit, titleOf } from './commits-presenter.ts';
import { commitOn, requirePush } from './committing.ts';
import { presentDiffs } from './diffs-presenter.ts';
import { optional, requires } from './params.ts';
import { presentPipelineBasic } from './pipelines-presenter.ts';
import type { Resource, Routes } from './routes.ts';
import { presentSignature } from './signatures-presenter.ts';

/** Commits: history, one by one, their changes and where they are, and new ones made from others. */
export const commits: Resource = {
  routes(routes) {
    lists(routes);
    single(routes);
    creation(routes);
    copies(routes);
  },
};

const path = '/projects/:id/repository/commits';
const read = { permission: 'read_commit' } as const;

function lists(routes: Routes): void {
  const params = {
    ref_name: optional.string(),
    since: optional.timestamp(),
    until: optional.timestamp(),
    path: optional.string(),
    author: optional.string(),
    follow: optional.boolean(),
    all: optional.boolean({ default: false }),
    with_stats: optional.boolean({ default: false }),
    first_parent: optional.boolean({ default: false }),
    order: optional.string({ values: ['default', 'topo'], default: 'default' }),
    trailers: optional.boolean({ default: false }),
  };
  routes.get(path, { ...read, params }, (call) => {
    const { project, repository } = code(call);
    const { params } = call;
    const present = (commit: Commit) => presentCommit(call.world, project, commit, { stats: params.with_stats });
    const found = historyOf(repository, call.params).filter(
      ({ committer, author }) =>
        (!params.since || Date.parse(committer.date) >= Date.parse(params.since)) &&
        (!params.until || Date.parse(committer.date) <= Date.parse(params.until)) &&
        (!params.author || `${author.name} <${author.email}>`.includes(params.author)),
    );
    return call.page(found, present, { countless: true });
  });
}

interface HistoryParams {
  readonly ref_name: string | null | undefined;
  readonly path: string | null | undefined;
  readonly all: boolean;
  readonly first_parent: boolean;
}

/** `a..b` is what `b` has and `a` lacks. */
function historyOf(repository: Repository, params: HistoryParams): Commit[] {
  const path = params.path === '' ? undefined : (params.path?.replace(/\/$/, '') ?? undefined);
  const options = { path, firstParent: params.first_parent };
  if (params.all) {
    const heads = [...repository.branches.values(), ...[...repository.tags.values()].map(({ sha }) => sha)];
    const found = new Map<string, Commit>();
    for (const head of heads) for (const commit of repository.log(head, options)) found.set(commit.sha, commit);
    return [...found.values()].sort((a, b) => Date.parse(b.committer.date) - Date.parse(a.committer.date));
  }
  const range = /^(.+?)\.\.\.?(.+)$/.exec(params.ref_name ?? '');
  const head = repository.resolve(range?.[2] ?? params.ref_name ?? 'HEAD');
  const except = range === null ? undefined : repository.resolve(range[1] ?? '');
  if (head === undefined || (range !== null && except === undefined)) return [];
  return repository.log(head.sha, { ...options, ...(except === undefined ? {} : { except: [except.sha] }) });
}

function single(routes: Routes): void {
  routes.get(`${path}/:sha`, { ...read, params: { stats: optional.boolean({ default: true }) } }, (call) => {
    const { project, commit } = find(call);
    return presentCommitDetail(call, project, commit, { stats: call.params.stats });
  });
  routes.get(
    `${path}/:sha/diff`,
    { permission: 'read_commit_diff', params: { unidiff: optional.boolean({ default: false }) } },
    (call) => {
      const { repository, commit } = find(call);
      return call.page(presentDiffs(repository.diffOf(commit), call.params), (file) => file);
    },
  );
  routes.get(
    `${path}/:sha/refs`,
    {
      permission: 'read_commit_ref',
      params: { type: optional.string({ values: ['branch', 'tag', 'all'], default: 'all' }) },
    },
    (call) => {
      const { repository, commit } = find(call);
      const { type } = call.params;
      return call.page(refsWith(repository, commit, type), (ref) => ref);
    },
  );
  routes.get(
    `${path}/:sha/sequence`,
    { ...read, params: { first_parent: optional.boolean({ default: false }) } },
    (call) => {
      const { repository, commit } = find(call);
      return { count: repository.log(commit.sha, { firstParent: call.params.first_parent }).length };
    },
  );
  routes.get(`${path}/:sha/signature`, { permission: 'read_commit_signature' }, (call) => {
    const { commit } = find(call);
    const signature = signatureOf(call.world, commit.sha);
    if (signature === undefined) throw notFound('Signature');
    return presentSignature(signature);
  });
}

function find(call: Call<unknown>): Code & { readonly commit: Commit } {
  const found = code(call);
  return { ...found, commit: commitAt(found.repository, call.path('sha')) };
}

/** A commit alone: with what it changed and how its pipeline went. */
function presentCommitDetail(
  call: Call<unknown>,
  project: Project,
  commit: Commit,
  options: { readonly stats: boolean },
) {
  const { world } = call;
  const pipeline = latestPipelineFor(world, project, commit.sha);
  return {
    ...presentCommit(world, project, commit, options),
    status: pipeline?.status ?? null,
    project_id: project.id,
    last_pipeline: pipeline === undefined ? null : presentPipelineBasic(world, pipeline),
  };
}

function refsWith(repository: Repository, commit: Commit, type: string) {
  const contains = (sha: string) => repository.isAncestor(commit.sha, sha);
  const branches = [...repository.branches].filter(([, sha]) => contains(sha)).map(([name]) => name);
  const tags = [...repository.tags.values()].filter(({ sha }) => contains(sha)).map(({ name }) => name);
  return [
    ...(type === 'tag' ? [] : branches.sort().map((name) => ({ type: 'branch', name }))),
    ...(type === 'branch' ? [] : tags.sort().map((name) => ({ type: 'tag', name }))),
  ];
}

function creation(routes: Routes): void {
  const action = {
    action: requires.string({ values: ['create', 'update', 'move', 'delete', 'chmod'] }),
    file_path: requires.string(),
    previous_path: optional.string(),
    content: optional.string(),
    encoding: optional.string({ values: ['text', 'base64'] }),
    last_commit_id: optional.string(),
    execute_filemode: optional.boolean(),
  };
  const params = {
    branch: requires.string({ blank: false }),
    commit_message: requires.string({ blank: false }),
    actions: optional.hashes(action),
    start_branch: optional.string(),
    start_sha: optional.string(),
    start_project: optional.string(),
    author_email: optional.string(),
    author_name: optional.string(),
    stats: optional.boolean({ default: true }),
    force: optional.boolean({ default: false }),
    allow_empty: optional.boolean({ default: false }),
  };
  routes.post(path, { permission: 'create_commit', params, exclusive: [['start_branch', 'start_sha']] }, (call) => {
    const { project } = code(call, 'developer');
    const { params } = call;
    requirePush(call, project, params.branch);
    const actions = params.actions ?? [];
    if (actions.length === 0 && !params.allow_empty) throw failure(400, '400 Bad request - actions is missing');
    const commit = commitOn(call, project, {
      branch: params.branch,
      message: params.commit_message,
      startRef: params.start_sha ?? params.start_branch,
      authorName: params.author_name,
      authorEmail: params.author_email,
      force: params.force,
      actions: actions.map(toFileAction),
    });
    return presentCommitDetail(call, project, commit, { stats: params.stats });
  });
}

function toFileAction(given: {
  readonly action: FileAction['action'];
  readonly file_path: string;
  readonly previous_path: string | null | undefined;
  readonly content: string | null | undefined;
  readonly encoding: string | null | undefined;
  readonly last_commit_id: string | null | undefined;
  readonly execute_filemode: boolean | null | undefined;
}): FileAction {
  const { content } = given;
  return {
    action: given.action,
    path: given.file_path.replace(/^\//, ''),
    previousPath: given.previous_path ?? undefined,
    content:
      content === undefined || content === null
        ? undefined
        : Buffer.from(content, given.encoding === 'base64' ? 'base64' : 'utf8'),
    executable: given.execute_filemode ?? undefined,
    lastCommitSha: given.last_commit_id ?? undefined,
  };
}

function copies(routes: Routes): void {
  const params = { branch: requires.string({ blank: false }), dry_run: optional.boolean({ default: false }) };
  routes.post(
    `${path}/:sha/cherry_pick`,
    { permission: 'cherry_pick_commit', params: { ...params, message: optional.string() } },
    (call) =>
      copy(call, {
        verb: 'cherry-pick',
        from: (commit) => commit.parents[0],
        to: (commit) => commit.sha,
        author: (commit) => commit.author,
        message: (commit) =>
          call.params.message ?? `${commit.message.trimEnd()}\n\n(cherry picked from commit ${commit.sha})`,
      }),
  );
  routes.post(`${path}/:sha/revert`, { permission: 'revert_commit', params }, (call) =>
    copy(call, {
      verb: 'revert',
      from: (commit) => commit.sha,
      to: (commit) => commit.parents[0],
      author: () => undefined,
      message: (commit) => `Revert "${titleOf(commit.message)}"\n\nThis reverts commit ${commit.sha}`,
    }),
  );
}

interface CopyKind {
  readonly verb: 'cherry-pick' | 'revert';
  from(commit: Commit): string | undefined;
  to(commit: Commit): string | undefined;
  author(commit: Commit): Commit['author'] | undefined;
  message(commit: Commit): string;
}

interface CopyParams {
  readonly branch: string;
  readonly dry_run: boolean;
}

/** Carries what a commit changed, or its opposite, over to a branch. */
function copy(call: Call<CopyParams>, kind: CopyKind) {
  const { world } = call;
  const { branch, dry_run: isDryRun } = call.params;
  const { project, repository } = code(call, 'developer');
  requirePush(call, project, branch);
  const commit = commitAt(repository, call.path('sha'));
  const head = repository.branches.get(branch);
  if (head === undefined) throw notFound('Branch');
  const applied = repository.applyChanges(kind.from(commit), kind.to(commit), head);
  const isEmpty = applied.kind === 'merged' && !hasChanged(repository, head, applied.tree);
  if (applied.kind === 'conflict' || isEmpty) {
    const message = `Sorry, we cannot ${kind.verb} this commit automatically. This commit may already have been ${kind.verb === 'revert' ? 'reverted' : 'cherry-picked'}, or a more recent commit may have updated some of its content.`;
    throw new Refusal(400, {
      ...(isDryRun ? { dry_run: 'error' } : {}),
      message,
      error_code: isEmpty ? 'empty' : 'conflict',
    });
  }
  if (isDryRun) {
    call.status = 200;
    return { dry_run: 'success' };
  }
  const committer = { name: call.me.name, email: call.me.email, date: commitDate(call.now()) };
  const made = repository.createCommit({
    tree: applied.tree,
    parents: [head],
    author: kind.author(commit) ?? committer,
    committer,
    message: kind.message(commit),
  });
  repository.branches.set(branch, made.sha);
  recordPush(world, project, { refType: 'branch', ref: branch, from: head, to: made.sha, userId: call.me.id });
  return presentCommit(world, project, made);
}

function hasChanged(repository: Repository, head: string, tree: Commit['tree']): boolean {
  const before = repository.treeAt(head);
  if (before === undefined || before.size !== tree.size) return true;
  return [...tree].some(([path, file]) => before.get(path)?.blob !== file.blob || before.get(path)?.mode !== file.mode);
}
