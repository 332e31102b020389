import { defineAction } from '../../action.ts';
import { flag, line, required, text } from '../../field.ts';
import { page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const domain = required(
  line('Domain name, such as docs.example.com.', { minLength: 1, aliases: ['domain_name', 'name'] }),
);
const ofDomain = { project_id: projectId, domain } as const;
const tls = {
  auto_ssl_enabled: flag("Whether GitLab gets certificates from Let's Encrypt."),
  certificate: text('Certificate in PEM form with those above it.'),
  key: text('Private key of the certificate in PEM form. Never shown again.'),
} as const;

const get = defineAction({
  id: 'project.pages_get',
  tool: 'gitlab_pages_get',
  title: 'Get the Pages site of a project',
  summary: 'Get URL, settings and deployments of the Pages site of a project.',
  effect: 'read',
  route: 'GET /projects/:project_id/pages',
  params: { project_id: projectId },
  result: one('pages'),
  words: [
    'website of the project',
    'static site',
    'is Pages enabled',
    'URL of the Pages site',
    'GitLab Pages',
    'address of the website',
    'where are the docs published',
  ],
  related: ['project.pages_update', 'project.pages_domain_list'],
});

const update = defineAction({
  id: 'project.pages_update',
  tool: 'gitlab_pages_update',
  title: 'Update the Pages site of a project',
  summary: 'Change domain settings or HTTPS of the Pages site of a project.',
  effect: 'write',
  route: 'PATCH /projects/:project_id/pages',
  params: {
    project_id: projectId,
    pages_unique_domain_enabled: flag('Whether the site has a domain of its own.'),
    pages_https_only: flag('Whether the site is served over HTTPS only.'),
    pages_primary_domain: line('Domain the others redirect to.'),
  },
  rules: [{ rule: 'at-least-one', of: ['pages_unique_domain_enabled', 'pages_https_only', 'pages_primary_domain'] }],
  result: one('pages'),
  words: ['force HTTPS on the website', 'only HTTPS for the website', 'unique domain for the site'],
  related: ['project.pages_get'],
});

const unpublish = defineAction({
  id: 'project.pages_unpublish',
  tool: 'gitlab_pages_unpublish',
  title: 'Unpublish the Pages site of a project',
  summary: 'Take the Pages site of a project off the web.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/pages',
  params: { project_id: projectId },
  result: nothing('pages'),
  words: ['remove the website', 'take down the website', 'take the site offline'],
  related: ['project.pages_get'],
});

const domainList = defineAction({
  id: 'project.pages_domain_list',
  tool: 'gitlab_pages_domain_list',
  title: 'List Pages domains of a project',
  summary: 'List the domains of the Pages site of a project with their certificates.',
  effect: 'read',
  route: 'GET /projects/:project_id/pages/domains',
  params: { project_id: projectId, ...page },
  result: listOf('pages_domain'),
  words: ['custom domains', 'domains of the website', 'which domains does Pages have'],
  related: ['project.pages_domain_create', 'project.pages_get'],
});

const domainListAll = defineAction({
  id: 'project.pages_domain_list_all',
  tool: 'gitlab_pages_domain_list_all',
  title: 'List all Pages domains',
  summary: 'List the Pages domains of the whole instance, for administrators.',
  effect: 'read',
  route: 'GET /pages/domains',
  params: { ...page },
  result: listOf('pages_domain'),
  words: ['custom domains of the instance'],
  related: ['project.pages_domain_list'],
});

const domainGet = defineAction({
  id: 'project.pages_domain_get',
  tool: 'gitlab_pages_domain_get',
  title: 'Get a Pages domain of a project',
  summary: 'Get one domain of the Pages site of a project with its verification and certificate.',
  effect: 'read',
  route: 'GET /projects/:project_id/pages/domains/:domain',
  params: ofDomain,
  result: one('pages_domain'),
  words: ['is the domain verified', 'verification code', 'is the DNS record right', 'verify a domain'],
  related: ['project.pages_domain_list', 'project.pages_domain_update'],
});

const domainCreate = defineAction({
  id: 'project.pages_domain_create',
  tool: 'gitlab_pages_domain_create',
  title: 'Add a Pages domain to a project',
  summary: 'Serve the Pages site of a project under a domain as well.',
  effect: 'write',
  route: 'POST /projects/:project_id/pages/domains',
  params: { ...ofDomain, ...tls },
  result: one('pages_domain'),
  words: [
    'new custom domain',
    'custom domain for the website',
    'add a custom domain to Pages',
    'use my own domain for the website',
  ],
  related: ['project.pages_domain_get', 'project.pages_domain_list'],
});

const domainUpdate = defineAction({
  id: 'project.pages_domain_update',
  tool: 'gitlab_pages_domain_update',
  title: 'Update a Pages domain of a project',
  summary: 'Change the certificate of a domain of the Pages site of a project.',
  effect: 'write',
  route: 'PUT /projects/:project_id/pages/domains/:domain',
  params: { ...ofDomain, ...tls },
  rules: [{ rule: 'at-least-one', of: Object.keys(tls) }],
  result: one('pages_domain'),
  words: ['renew certificate', 'new certificate for a custom domain', 'HTTPS for a custom domain'],
  related: ['project.pages_domain_get'],
});

const domainDelete = defineAction({
  id: 'project.pages_domain_delete',
  tool: 'gitlab_pages_domain_delete',
  title: 'Delete a Pages domain of a project',
  summary: 'Stop serving the Pages site of a project under a domain.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/pages/domains/:domain',
  params: ofDomain,
  result: nothing('pages_domain'),
  words: ['remove custom domain', 'remove a domain from Pages'],
  related: ['project.pages_domain_list'],
});

export const pages = [
  get,
  update,
  unpublish,
  domainList,
  domainListAll,
  domainGet,
  domainCreate,
  domainUpdate,
  domainDelete,
];
