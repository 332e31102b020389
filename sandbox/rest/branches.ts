import { Refusal, failure, invalidParameters, notFound } from '../http/refusal.ts';
import { accepted } from '../http/reply.ts';
import type { Project } from '../world/projects.ts';
import { canMergeInto, canPushTo, isProtectedBranch, protectedBranchesFor } from '../world/protections.ts';
import { recordPush } from '../world/push.ts';
import type { Repository } from '../world/repository.ts';
import type { Call } from './call.ts';
import { code } from './code.ts';
import { presentCommit } from './commits-presenter.ts';
import { pageByName } from './named-pages.ts';
import { compare } from './pagination.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';

/** Branches of a repository. */
export const branches: Resource = {
  routes(routes) {
    readBranches(routes);
    changeBranches(routes);
  },
  links: {
    mayChangeBranch: (viewer, project, branch, how) =>
      how === 'push' ? canPushTo(viewer, project, branch) : canMergeInto(viewer, project, branch),
  },
};

const path = '/projects/:id/repository/branches';

function readBranches(routes: Routes): void {
  const params = {
    search: optional.string(),
    regex: optional.string(),
    sort: optional.string({ values: ['name_asc', 'updated_asc', 'updated_desc'] }),
    page_token: optional.string(),
    pagination: optional.string(),
  };
  routes.get(path, { permission: 'read_branch', params }, (call) => {
    const { project, repository } = code(call);
    const matches = matcher(call.params.search, call.params.regex);
    const names = [...repository.branches.keys()].filter(matches);
    return pageByName(call, sorted(repository, names, call.params.sort), {
      present: (name) => presentBranch(call, project, repository, name),
    });
  });
  routes.get(`${path}/:branch`, { permission: 'read_branch' }, (call) => {
    const { project, repository } = code(call);
    const name = call.path('branch');
    requireBranch(repository, name);
    return presentBranch(call, project, repository, name);
  });
}

/** `^` anchors at the beginning, `$` at the end; otherwise the text may stand anywhere, in any case. */
export function matcher(search: string | null | undefined, regex?: string | null): (name: string) => boolean {
  if (regex) {
    let pattern: RegExp;
    try {
      pattern = new RegExp(regex);
    } catch {
      throw invalidParameters('regex is invalid');
    }
    return (name) => pattern.test(name);
  }
  if (!search) return () => true;
  const wanted = search.toLowerCase().replace(/^\^/, '').replace(/\$$/, '');
  return (name) => {
    const text = name.toLowerCase();
    if (search.startsWith('^') && search.endsWith('$') && search.length > 1) return text === wanted;
    if (search.startsWith('^')) return text.startsWith(wanted);
    return search.endsWith('$') ? text.endsWith(wanted) : text.includes(wanted);
  };
}

function sorted(repository: Repository, names: string[], sort: string | null | undefined): string[] {
  if (sort !== 'updated_asc' && sort !== 'updated_desc') return names.sort();
  const sign = sort === 'updated_asc' ? 1 : -1;
  const at = (name: string) => Date.parse(repository.resolve(`refs/heads/${name}`)?.committer.date ?? '');
  return names.sort((a, b) => sign * (at(a) - at(b)) || compare(a, b));
}

function requireBranch(repository: Repository, name: string): string {
  const sha = repository.branches.get(name);
  if (sha === undefined) throw notFound('Branch');
  return sha;
}

function presentBranch(call: Call<unknown>, project: Project, repository: Repository, name: string) {
  const { world } = call;
  const commit = repository.resolve(`refs/heads/${name}`);
  const rules = protectedBranchesFor(world, project, name);
  const isDefault = name === project.defaultBranch;
  const root = repository.branches.get(project.defaultBranch ?? '');
  const allowsDevelopers = (kind: 'push' | 'merge') =>
    rules.some((rule) => rule[kind].some(({ accessLevel }) => accessLevel === 30));
  return {
    name,
    commit: commit === undefined ? null : presentCommit(world, project, commit),
    merged: !isDefault && commit !== undefined && root !== undefined && repository.isAncestor(commit.sha, root),
    protected: rules.length > 0,
    developers_can_push: allowsDevelopers('push'),
    developers_can_merge: allowsDevelopers('merge'),
    can_push: canPushTo(call, project, name),
    default: isDefault,
    web_url: world.url(`/${project.fullPath}/-/tree/${name.split('/').map(encodeURIComponent).join('/')}`),
  };
}

function changeBranches(routes: Routes): void {
  routes.post(
    path,
    {
      permission: 'create_branch',
      params: { branch: requires.string({ blank: false }), ref: requires.string({ blank: false }) },
    },
    (call) => {
      const { project, repository } = code(call, 'developer');
      const { branch, ref } = call.params;
      if (!isRefName(branch)) throw failure(400, 'Branch name is invalid');
      if (repository.branches.has(branch)) throw failure(400, 'Branch already exists');
      const commit = repository.resolve(ref);
      if (commit === undefined) {
        throw failure(400, `Failed to create branch '${branch}': invalid reference name '${ref}'`);
      }
      repository.branches.set(branch, commit.sha);
      recordPush(call.world, project, {
        refType: 'branch',
        ref: branch,
        from: undefined,
        to: commit.sha,
        userId: call.me.id,
      });
      return presentBranch(call, project, repository, branch);
    },
  );

  routes.delete(`${path}/:branch`, { permission: 'delete_branch' }, (call) => {
    const { project, repository } = code(call, 'developer');
    const name = call.path('branch');
    const sha = requireBranch(repository, name);
    if (name === project.defaultBranch) {
      throw new Refusal(403, { message: '403 Forbidden - Cannot remove HEAD branch' });
    }
    if (isProtectedBranch(call.world, project, name))
      throw failure(403, '403 Forbidden - Protected branch cannot be removed');
    remove(call, project, repository, { name, sha });
  });

  routes.delete('/projects/:id/repository/merged_branches', { permission: 'delete_merged_branch' }, (call) => {
    const { project, repository } = code(call, 'developer');
    const root = repository.branches.get(project.defaultBranch ?? '');
    for (const [name, sha] of repository.branches) {
      const isKept =
        name === project.defaultBranch || root === undefined || isProtectedBranch(call.world, project, name);
      if (!isKept && repository.isAncestor(sha, root)) remove(call, project, repository, { name, sha });
    }
    return accepted();
  });
}

function remove(
  call: Call<unknown>,
  project: Project,
  repository: Repository,
  { name, sha }: { readonly name: string; readonly sha: string },
): void {
  repository.branches.delete(name);
  recordPush(call.world, project, { refType: 'branch', ref: name, from: sha, to: undefined, userId: call.me.id });
}

/** What Git accepts as the name of a branch or a tag. */
export function isRefName(name: string): boolean {
  return (
    !/[\u0000-\u0020~^:?*[\\\u007f]|\.\.|@\{|\/\/|^[/-]|\/$|\.$|\.lock$|^@$/.test(name) &&
    !name.split('/').some((part) => part.startsWith('.') || part.endsWith('.lock')) &&
    !/^(?:refs\/heads\/|refs\/remotes\/|HEAD$)/.test(name)
  );
}
