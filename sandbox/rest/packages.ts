import { hash } from 'node:crypto';
import { canSeeProject, canUseFeature, viewerProjectLevel } from '../access/levels.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { forbidden, invalidParameters, noRecord, notFound } from '../http/refusal.ts';
import { Reply } from '../http/reply.ts';
import { levels } from '../world/members.ts';
import {
  type Package,
  type PackageFile,
  addPackageFile,
  ensurePackage,
  packageRulesOf,
  packagesOf,
} from '../world/packages.ts';
import type { Project } from '../world/projects.ts';
import { matchesPattern } from '../world/protections.ts';
import type { World } from '../world/world.ts';
import type { Call } from './call.ts';
import { compare } from './pagination.ts';
import { type Values, optional, requires } from './params.ts';
import { ranged } from './ranges.ts';
import type { Resource, Routes } from './routes.ts';

/** The package registry: what is there, and publishing and fetching generic packages. */
export const packages: Resource = {
  routes(routes) {
    lists(routes);
    single(routes);
    generic(routes);
  },
};

const packageTypes = [
  'composer',
  'conan',
  'debian',
  'generic',
  'golang',
  'helm',
  'maven',
  'ml_model',
  'npm',
  'nuget',
  'pypi',
  'rubygems',
  'terraform_module',
] as const;
const statuses = ['default', 'hidden', 'processing', 'error', 'pending_destruction', 'deprecated'] as const;

const filters = {
  order_by: optional.string({
    values: ['created_at', 'name', 'version', 'type', 'project_path'],
    default: 'created_at',
  }),
  sort: optional.string({ values: ['asc', 'desc'], default: 'asc' }),
  package_type: optional.string({ values: packageTypes }),
  package_name: optional.string(),
  package_version: optional.string(),
  include_versionless: optional.boolean(),
  status: optional.string({ values: statuses }),
};

function lists(routes: Routes): void {
  routes.get('/projects/:id/packages', { permission: 'read_package', params: filters }, (call) => {
    const project = registry(call);
    const found = select(call.world, packagesOf(call.world, project), call.params);
    return call.page(found, (item) => present(call, project, item));
  });
  routes.get(
    '/groups/:id/packages',
    { permission: 'read_package', params: { ...filters, exclude_subgroups: optional.boolean({ default: false }) } },
    (call) => {
      const { world } = call;
      const group = call.group();
      const groups = call.params.exclude_subgroups ? [group] : [group, ...world.groups.descendants(group)];
      const all = groups
        .flatMap(({ id }) => world.projects.inNamespace(id))
        .filter((project) => canSeeProject(call, project) && canUseFeature(call, project, 'package_registry'))
        .flatMap((project) => packagesOf(world, project));
      return call.page(select(world, all, call.params), (item) => {
        const project = world.projects.get(item.projectId);
        return { ...present(call, project, item), project_id: project.id, project_path: project.fullPath };
      });
    },
  );
}

/** The project of `:id`, for those who may see its packages. */
export function registry(call: Call<unknown>): Project {
  const project = call.project();
  if (!canUseFeature(call, project, 'package_registry')) throw forbidden();
  if (project.visibility === 'private' && viewerProjectLevel(call, project) < levels.reporter) throw forbidden();
  return project;
}

function select(world: World, all: readonly Package[], params: Values<typeof filters>): Package[] {
  const wanted = params.package_name?.toLowerCase() ?? '';
  const column = params.order_by;
  const valueOf = (item: Package) =>
    ({
      created_at: item.createdAt,
      name: item.name,
      version: item.version ?? '',
      type: item.packageType,
      project_path: world.projects.get(item.projectId).fullPath,
    })[column];
  const sign = params.sort === 'asc' ? 1 : -1;
  return all
    .filter(
      (item) =>
        // What is hidden or broken is listed only when asked for.
        (params.status ? item.status === params.status : item.status === 'default' || item.status === 'deprecated') &&
        (!params.package_type || item.packageType === params.package_type) &&
        item.name.toLowerCase().includes(wanted) &&
        (!params.package_version || item.version === params.package_version) &&
        (params.include_versionless === true || item.version !== null),
    )
    .sort((a, b) => sign * (compare(valueOf(a), valueOf(b)) || a.id - b.id));
}

function present(call: Call<unknown>, project: Project, item: Package) {
  const { world } = call;
  const root = new URL(world.settings.externalUrl).pathname.replace(/\/$/, '');
  const mayDelete = viewerProjectLevel(call, project) >= levels.maintainer;
  return {
    id: item.id,
    name: item.name,
    version: item.version,
    package_type: item.packageType,
    status: item.status,
    _links: {
      web_path: `${root}/${project.fullPath}/-/packages/${item.id}`,
      ...(mayDelete ? { delete_api_path: world.url(`/api/v4/projects/${project.id}/packages/${item.id}`) } : {}),
    },
    created_at: item.createdAt,
    last_downloaded_at: item.lastDownloadedAt,
    tags: [],
  };
}

const one = '/projects/:id/packages/:package_id';

function single(routes: Routes): void {
  const id = { package_id: requires.integer() };
  routes.get(one, { permission: 'read_package', params: id }, (call) => {
    const project = registry(call);
    const item = find(call, project);
    const versions = packagesOf(call.world, project).filter(
      (other) => other !== item && other.name === item.name && other.packageType === item.packageType,
    );
    return {
      ...present(call, project, item),
      versions: versions.map(({ id, version, createdAt }) => ({ id, version, created_at: createdAt, tags: [] })),
    };
  });
  routes.delete(one, { permission: 'delete_package', params: id }, (call) => {
    const project = registry(call);
    call.requireProjectLevel(project, 'maintainer');
    find(call, project).status = 'pending_destruction';
  });
  routes.get(`${one}/package_files`, { permission: 'read_package', params: id }, (call) => {
    const item = find(call, registry(call));
    return call.page(item.files, (file) => presentFile(item, file));
  });
  routes.delete(
    `${one}/package_files/:package_file_id`,
    { permission: 'delete_package', params: { ...id, package_file_id: requires.integer() } },
    (call) => {
      const project = registry(call);
      call.requireProjectLevel(project, 'maintainer');
      const { files } = find(call, project);
      const at = files.findIndex((file) => file.id === call.params.package_file_id);
      if (at === -1) throw noRecord();
      files.splice(at, 1);
    },
  );
}

function find(call: Call<{ readonly package_id: number }>, project: Project): Package {
  const item = packagesOf(call.world, project).find(({ id }) => id === call.params.package_id);
  if (item === undefined || item.status === 'pending_destruction') throw noRecord();
  return item;
}

export function presentFile({ id }: Package, file: PackageFile) {
  return {
    id: file.id,
    package_id: id,
    created_at: file.createdAt,
    file_name: file.fileName,
    size: file.bytes.length,
    file_md5: hash('md5', file.bytes),
    file_sha1: hash('sha1', file.bytes),
    file_sha256: hash('sha256', file.bytes),
  };
}

function generic(routes: Routes): void {
  const pattern = '/projects/:id/packages/generic/:package_name/:package_version/(*path/):file_name';
  const names = {
    package_name: requires.string(),
    package_version: requires.string(),
    file_name: requires.string(),
    path: optional.string(),
  };
  const job = { jobToken: true } as const;

  routes.get(pattern, { ...job, permission: 'download_package', params: names }, (call) => {
    const project = registry(call);
    const { package_name, package_version } = call.params;
    const item = packagesOf(call.world, project).find(
      ({ name, version, packageType, status }) =>
        packageType === 'generic' &&
        name === package_name &&
        version === package_version &&
        status !== 'pending_destruction',
    );
    const file = item?.files.findLast(({ fileName }) => fileName === filePath(call));
    if (item === undefined || file === undefined) throw notFound(item === undefined ? 'Package' : 'Package File');
    item.lastDownloadedAt = call.now();
    const name = file.fileName.slice(file.fileName.lastIndexOf('/') + 1);
    const headers = { 'Content-Disposition': contentDisposition('attachment', name) };
    return ranged(call, new Reply(200, file.bytes, { contentType: 'application/octet-stream', headers }));
  });

  const upload = {
    ...names,
    status: optional.string({ values: ['default', 'hidden'] }),
    select: optional.string({ values: ['package_file'] }),
  };
  routes.put(pattern, { ...job, permission: 'upload_package', status: 201, rawBody: true, params: upload }, (call) => {
    const { world, params } = call;
    const project = call.project('developer');
    call.requireFeature(project, 'package_registry');
    checkName(params);
    const minimum = packageRulesOf(world, project).find(
      (rule) => rule.packageType === 'generic' && matchesPattern(rule.packageNamePattern, params.package_name),
    )?.minimumForPush;
    if (minimum && call.levelIn(project) < levelNamed(minimum)) throw forbidden('Package protected.');
    const item = ensurePackage(world, project, {
      name: params.package_name,
      version: params.package_version,
      packageType: 'generic',
      creatorId: call.me.id,
      status: params.status ?? 'default',
    });
    const file = addPackageFile(world, item, { fileName: filePath(call), bytes: call.request.body });
    if (params.select === 'package_file') {
      const { id, package_id, created_at, file_name, size, ...hashes } = presentFile(item, file);
      return { id, package_id, created_at, updated_at: created_at, size, file_store: 1, file_name, ...hashes };
    }
    return { message: '201 Created' };
  });
}

function filePath(call: Call<{ readonly file_name: string; readonly path: string | null | undefined }>): string {
  const { path, file_name } = call.params;
  return path === undefined || path === null || path === '' ? file_name : `${path}/${file_name}`;
}

function checkName(params: {
  readonly package_name: string;
  readonly package_version: string;
  readonly file_name: string;
}): void {
  if (!/^[A-Za-z0-9._+~-]+$/.test(params.package_name)) throw invalidParameters('package_name is invalid');
  if (!/^(?:\.?[\w+-]+\.?)+$/.test(params.package_version)) throw invalidParameters('package_version is invalid');
  if (!/^[A-Za-z0-9._+~@ -]+$/.test(params.file_name) || params.file_name.startsWith('~')) {
    throw invalidParameters('file_name is invalid');
  }
}

function levelNamed(name: string): number {
  const known: Readonly<Record<string, number>> = { maintainer: levels.maintainer, owner: levels.owner, admin: 60 };
  return known[name] ?? 0;
}
