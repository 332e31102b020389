import { defineAction } from '../../action.ts';
import { flag, line, oneOf, required } from '../../field.ts';
import { projectId } from '../../fields.ts';
import { one } from '../../result.ts';

/** The one security setting that projects and groups can change here. */
export const pushProtection = required(
  flag('Whether pushes with secrets are refused.', { aliases: ['enabled', 'secret_push_protection'] }),
);

const get = defineAction({
  id: 'project.security_settings_get',
  tool: 'gitlab_get_project_security_settings',
  title: 'Get security settings of a project',
  summary: 'Get which security scans and protections are on in a project.',
  effect: 'read',
  tier: 'ultimate',
  route: 'GET /projects/:project_id/security_settings',
  params: { project_id: projectId },
  result: one('security_settings'),
  words: [
    'secret push protection',
    'scanner settings',
    'is secret push protection on',
    'security settings of the project',
  ],
  related: ['project.security_settings_update'],
});

const update = defineAction({
  id: 'project.security_settings_update',
  tool: 'gitlab_update_project_secret_push_protection',
  title: 'Update secret protection of a project',
  summary: 'Turn the refusal of pushes with secrets in a project on or off.',
  effect: 'write',
  tier: 'ultimate',
  route: 'PUT /projects/:project_id/security_settings',
  params: { project_id: projectId, secret_push_protection_enabled: pushProtection },
  result: one('security_settings'),
  words: ['block leaked credentials', 'secret push protection', 'turn on secret push protection'],
  related: ['project.security_settings_get', 'group.security_settings_update'],
});

const evaluate = defineAction({
  id: 'project.dependency_firewall_evaluate',
  tool: 'gitlab_project_dependency_firewall_evaluate',
  title: 'Check a package against the firewall',
  summary: 'Tell whether the dependency firewall of a project lets a package version in, and why.',
  effect: 'read',
  // GitLab wants the full scope, though nothing changes.
  scope: 'api',
  tier: 'premium',
  route: 'POST /projects/:project_id/dependency_firewall/evaluate',
  params: {
    project_id: projectId,
    ecosystem: required(
      oneOf(
        'Where the package comes from.',
        ['cargo', 'composer', 'conan', 'gem', 'golang', 'maven', 'npm', 'nuget', 'pub', 'pypi', 'swift'],
        { synonyms: { go: 'golang', rubygems: 'gem', rust: 'cargo', pip: 'pypi', python: 'pypi' } },
      ),
    ),
    name: required(line('Name of the package.', { minLength: 1, aliases: ['package', 'package_name'] })),
    version: required(line('Version of the package.', { minLength: 1 })),
  },
  result: one('firewall_verdict'),
  words: [
    'is this dependency allowed',
    'supply chain',
    'malicious package',
    'may we use this package',
    'is a package blocked',
  ],
  related: ['dependency.list', 'package.list'],
});

export const security = [get, update, evaluate];
