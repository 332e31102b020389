import { failure, forbidden, notFound } from '../http/refusal.ts';
import type { Project } from '../world/projects.ts';
import { canCreateTag, isProtectedTag } from '../world/protections.ts';
import { recordPush } from '../world/push.ts';
import { findRelease } from '../world/releases.ts';
import { type Repository, type Tag, commitDate, repositoryOf } from '../world/repository.ts';
import { signatureOf } from '../world/signatures.ts';
import type { World } from '../world/world.ts';
import { isRefName, matcher } from './branches.ts';
import type { Call } from './call.ts';
import { type Code, code } from './code.ts';
import { presentCommit } from './commits-presenter.ts';
import { pageByName } from './named-pages.ts';
import { compare } from './pagination.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';
import { presentSignature } from './signatures-presenter.ts';

/** Tags of a repository, with the release each may have. */
export const tags: Resource = {
  routes(routes) {
    reads(routes);
    changes(routes);
  },
};

const path = '/projects/:id/repository/tags';

function reads(routes: Routes): void {
  const params = {
    search: optional.string(),
    order_by: optional.string({ values: ['name', 'updated', 'version'], default: 'updated' }),
    sort: optional.string({ values: ['asc', 'desc'], default: 'desc' }),
    page_token: optional.string(),
  };
  routes.get(path, { permission: 'read_repository_tag', params }, (call) => {
    const { project, repository } = code(call);
    const { search, order_by, sort } = call.params;
    const matches = matcher(search);
    const sign = sort === 'asc' ? 1 : -1;
    const names = [...repository.tags.values()]
      .filter(({ name }) => matches(name))
      .sort((a, b) => sign * order(repository, order_by, a, b))
      .map(({ name }) => name);
    return pageByName(call, names, {
      present: (name) => present(call.world, project, find({ project, repository }, name)),
    });
  });
  routes.get(`${path}/:tag_name`, { permission: 'read_repository_tag' }, (call) => {
    const found = code(call);
    return present(call.world, found.project, find(found, call.path('tag_name')));
  });
  routes.get(`${path}/:tag_name/signature`, { permission: 'read_repository_tag_signature' }, (call) => {
    const tag = find(code(call), call.path('tag_name'));
    const signature = tag.annotation === undefined ? undefined : signatureOf(call.world, tag.annotation.sha);
    if (signature === undefined) throw notFound('Signature');
    return presentSignature(signature, { source: false });
  });
}

function order(repository: Repository, column: string, a: Tag, b: Tag): number {
  if (column === 'name') return compare(a.name, b.name);
  if (column === 'version') return a.name.localeCompare(b.name, 'en', { numeric: true }) || compare(a.name, b.name);
  const at = (tag: Tag) => Date.parse(tag.annotation?.createdAt ?? repository.resolve(tag.sha)?.committer.date ?? '');
  return at(a) - at(b) || compare(a.name, b.name);
}

function find({ repository }: Code, name: string): Tag {
  const tag = repository.tags.get(name);
  if (tag === undefined) throw notFound('Tag');
  return tag;
}

function present(world: World, project: Project, tag: Tag) {
  const release = findRelease(world, project, tag.name);
  const commit = repositoryOf(world, project).resolve(tag.sha);
  return {
    name: tag.name,
    message: tag.annotation?.message ?? '',
    target: tag.annotation?.sha ?? tag.sha,
    commit: commit === undefined ? null : presentCommit(world, project, commit),
    release: release === undefined ? null : { tag_name: release.tag, description: release.description },
    protected: isProtectedTag(world, project, tag.name),
    created_at: tag.annotation?.createdAt ?? null,
  };
}

function changes(routes: Routes): void {
  const params = {
    tag_name: requires.string({ blank: false }),
    ref: requires.string({ blank: false }),
    message: optional.string(),
  };
  routes.post(path, { permission: 'create_repository_tag', params }, (call) => {
    const { project } = code(call, 'developer');
    const { tag_name: name, ref, message } = call.params;
    return present(call.world, project, createTag(call, project, { name, ref, message }));
  });

  routes.delete(`${path}/:tag_name`, { permission: 'delete_repository_tag' }, (call) => {
    const found = code(call, 'developer');
    const { project, repository } = found;
    const { name, sha } = find(found, call.path('tag_name'));
    if (isProtectedTag(call.world, project, name)) call.requireProjectLevel(project, 'maintainer');
    repository.tags.delete(name);
    recordPush(call.world, project, { refType: 'tag', ref: name, from: sha, to: undefined, userId: call.me.id });
  });
}

/** Makes a tag where the caller may; with a message it is an annotated one. */
export function createTag(
  call: Call<unknown>,
  project: Project,
  given: { readonly name: string; readonly ref: string; readonly message: string | null | undefined },
): Tag {
  const { name, ref, message } = given;
  const repository = repositoryOf(call.world, project);
  if (!canCreateTag(call, project, name)) throw forbidden();
  if (!isRefName(name)) throw failure(400, 'Tag name invalid');
  if (repository.tags.has(name)) throw failure(400, `Tag ${name} already exists`);
  const commit = repository.resolve(ref);
  if (commit === undefined) throw failure(400, `Target ${ref} is invalid`);
  const { name: author, email } = call.me;
  const tag: Tag = {
    name,
    sha: commit.sha,
    annotation:
      message === undefined || message === null || message === ''
        ? undefined
        : {
            sha: call.world.hex(40),
            message,
            tagger: { name: author, email, date: commitDate(call.now()) },
            createdAt: call.now(),
          },
  };
  repository.tags.set(name, tag);
  recordPush(call.world, project, { refType: 'tag', ref: name, from: undefined, to: commit.sha, userId: call.me.id });
  return tag;
}
