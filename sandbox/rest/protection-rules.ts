import { failure, noRecord } from '../http/refusal.ts';
import { type RegistryRule, registryRulesOf, tagRulesOf } from '../world/container-registry.ts';
import { type PackageRule, packageRulesOf } from '../world/packages.ts';
import type { Project } from '../world/projects.ts';
import type { Call } from './call.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';

/** Who may push to and delete from the package and container registries, by pattern. */
export const protectionRules: Resource = {
  routes(routes) {
    packageRules(routes);
    const repositories = '/projects/:id/registry/protection/repository/rules';
    registryRules(routes, repositories, 'repository_path_pattern', (call, project) =>
      registryRulesOf(call.world, project),
    );
    const tags = '/projects/:id/registry/protection/tag/rules';
    registryRules(routes, tags, 'tag_name_pattern', (call, project) => tagRulesOf(call.world, project));
  },
};

const roles = ['maintainer', 'owner', 'admin', ''] as const;
const minimums = {
  minimum_access_level_for_push: optional.string({ values: roles }),
  minimum_access_level_for_delete: optional.string({ values: roles }),
};

function packageRules(routes: Routes): void {
  const path = '/projects/:id/packages/protection/rules';
  const one = `${path}/:package_protection_rule_id`;
  const present = (project: Project, rule: PackageRule) => ({
    id: rule.id,
    project_id: project.id,
    package_name_pattern: rule.packageNamePattern,
    package_type: rule.packageType,
    minimum_access_level_for_delete: rule.minimumForDelete,
    minimum_access_level_for_push: rule.minimumForPush,
  });
  const find = (call: Call<unknown>, project: Project) => {
    const id = call.path('package_protection_rule_id');
    const rule = packageRulesOf(call.world, project).find((candidate) => String(candidate.id) === id);
    if (rule === undefined) throw noRecord();
    return rule;
  };

  routes.get(path, { permission: 'read_package_protection_rule', access: 'user' }, (call) => {
    const project = call.project('maintainer');
    return call.page(packageRulesOf(call.world, project), (rule) => present(project, rule));
  });
  const params = { package_name_pattern: requires.string(), package_type: requires.string(), ...minimums };
  routes.post(path, { permission: 'create_package_protection_rule', params }, (call) => {
    const project = call.project('maintainer');
    const { params, world } = call;
    const list = packageRulesOf(world, project);
    if (list.some((rule) => rule.packageNamePattern === params.package_name_pattern)) {
      throw failure(422, 'Package name pattern has already been taken');
    }
    const rule: PackageRule = {
      id: world.nextId('package_rule'),
      packageNamePattern: params.package_name_pattern,
      packageType: params.package_type,
      minimumForPush: params.minimum_access_level_for_push || null,
      minimumForDelete: params.minimum_access_level_for_delete || null,
    };
    list.push(rule);
    return present(project, rule);
  });
  const edits = { package_name_pattern: optional.string(), package_type: optional.string(), ...minimums };
  routes.patch(one, { permission: 'update_package_protection_rule', params: edits }, (call) => {
    const project = call.project('maintainer');
    const { params } = call;
    const rule = find(call, project);
    rule.packageNamePattern = params.package_name_pattern ?? rule.packageNamePattern;
    rule.packageType = params.package_type ?? rule.packageType;
    rule.minimumForPush = chosen(params.minimum_access_level_for_push, rule.minimumForPush);
    rule.minimumForDelete = chosen(params.minimum_access_level_for_delete, rule.minimumForDelete);
    return present(project, rule);
  });
  routes.delete(one, { permission: 'delete_package_protection_rule' }, (call) => {
    const project = call.project('maintainer');
    const list = packageRulesOf(call.world, project);
    list.splice(list.indexOf(find(call, project)), 1);
  });
}

/** An empty text takes a minimum away; not sent leaves it. */
function chosen(sent: string | null | undefined, known: string | null): string | null {
  return sent === undefined ? known : sent || null;
}

function registryRules(
  routes: Routes,
  path: string,
  pattern: 'repository_path_pattern' | 'tag_name_pattern',
  listOf: (call: Call<unknown>, project: Project) => RegistryRule[],
): void {
  const one = `${path}/:protection_rule_id`;
  const present = (project: Project, rule: RegistryRule) => ({
    id: rule.id,
    project_id: project.id,
    [pattern]: rule.pattern,
    minimum_access_level_for_push: rule.minimumForPush,
    minimum_access_level_for_delete: rule.minimumForDelete,
  });
  const find = (call: Call<unknown>, project: Project) => {
    const id = call.path('protection_rule_id');
    const rule = listOf(call, project).find((candidate) => String(candidate.id) === id);
    if (rule === undefined) throw noRecord();
    return rule;
  };
  const named = (call: Call<unknown>): string | undefined => {
    const sent = call.request.raw[pattern];
    return typeof sent === 'string' ? sent : undefined;
  };

  routes.get(path, { permission: 'read_container_registry_protection_rule', access: 'user' }, (call) => {
    const project = call.project('maintainer');
    return listOf(call, project).map((rule) => present(project, rule));
  });
  const creation = { [pattern]: requires.string({ blank: false }), ...minimums };
  routes.post(path, { permission: 'create_container_registry_protection_rule', params: creation }, (call) => {
    const project = call.project('maintainer');
    const list = listOf(call, project);
    const wanted = named(call) ?? '';
    if (list.some((rule) => rule.pattern === wanted)) {
      throw failure(
        422,
        `${pattern === 'tag_name_pattern' ? 'Tag name' : 'Repository path'} pattern has already been taken`,
      );
    }
    const rule: RegistryRule = {
      id: call.world.nextId('registry_rule'),
      pattern: wanted,
      minimumForPush: call.params.minimum_access_level_for_push || null,
      minimumForDelete: call.params.minimum_access_level_for_delete || null,
    };
    list.push(rule);
    return present(project, rule);
  });
  const edits = { [pattern]: optional.string(), ...minimums };
  routes.patch(one, { permission: 'update_container_registry_protection_rule', params: edits }, (call) => {
    const project = call.project('maintainer');
    const rule = find(call, project);
    rule.pattern = named(call) ?? rule.pattern;
    rule.minimumForPush = chosen(call.params.minimum_access_level_for_push, rule.minimumForPush);
    rule.minimumForDelete = chosen(call.params.minimum_access_level_for_delete, rule.minimumForDelete);
    return present(project, rule);
  });
  routes.delete(one, { permission: 'delete_container_registry_protection_rule' }, (call) => {
    const project = call.project('maintainer');
    const list = listOf(call, project);
    list.splice(list.indexOf(find(call, project)), 1);
  });
}
