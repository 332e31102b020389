import type { Project } from './projects.ts';
import { type World, defineState } from './world.ts';

export interface PackageFile {
  readonly id: number;
  readonly fileName: string;
  readonly bytes: Buffer;
  readonly createdAt: string;
}

export type PackageStatus = 'default' | 'hidden' | 'processing' | 'error' | 'pending_destruction' | 'deprecated';

export interface Package {
  readonly id: number;
  readonly projectId: number;
  readonly name: string;
  readonly version: string | null;
  readonly packageType: string;
  status: PackageStatus;
  readonly createdAt: string;
  lastDownloadedAt: string | null;
  readonly creatorId: number | null;
  readonly files: PackageFile[];
}

export interface PackageRule {
  readonly id: number;
  packageNamePattern: string;
  packageType: string;
  minimumForPush: string | null;
  minimumForDelete: string | null;
}

export const packagesState = defineState(() => ({
  packages: [] as Package[],
  rules: new Map<number, PackageRule[]>(),
}));

export function packagesOf(world: World, project: Project): Package[] {
  return world.state(packagesState).packages.filter(({ projectId }) => projectId === project.id);
}

/** The package of that name and version, made when it is new. */
export function ensurePackage(
  world: World,
  project: Project,
  given: Pick<Package, 'name' | 'version' | 'packageType'> & Partial<Package>,
): Package {
  const known = packagesOf(world, project).find(
    ({ name, version, packageType, status }) =>
      name === given.name &&
      version === given.version &&
      packageType === given.packageType &&
      status !== 'pending_destruction',
  );
  if (known !== undefined) return known;
  const made: Package = {
    status: 'default',
    createdAt: world.clock.timestamp(),
    lastDownloadedAt: null,
    creatorId: null,
    ...given,
    id: world.nextId('package'),
    projectId: project.id,
    files: [],
  };
  world.state(packagesState).packages.push(made);
  return made;
}

export function addPackageFile(
  world: World,
  owner: Package,
  given: Pick<PackageFile, 'fileName' | 'bytes'> & { readonly createdAt?: string },
): PackageFile {
  const createdAt = given.createdAt ?? world.clock.timestamp();
  const file: PackageFile = { ...given, id: world.nextId('package_file'), createdAt };
  owner.files.push(file);
  return file;
}

export function packageRulesOf(world: World, project: Project): PackageRule[] {
  const { rules } = world.state(packagesState);
  const list = rules.get(project.id) ?? [];
  rules.set(project.id, list);
  return list;
}
