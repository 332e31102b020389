import { notFound } from '../http/refusal.ts';
import type { Call } from './call.ts';
import { code } from './code.ts';
import { optional, requires } from './params.ts';
import { type Resource, unjudged } from './routes.ts';

type Kind = 'gitignores' | 'dockerfiles' | 'gitlab_ci_ymls' | 'licenses';

interface Template {
  readonly key: string;
  readonly name: string;
  readonly content: string;
}

const plain: Readonly<Record<Exclude<Kind, 'licenses'>, readonly Template[]>> = {
  gitignores: [
    { key: 'Node', name: 'Node', content: 'node_modules/\ndist/\n*.log\n.env\n' },
    { key: 'Python', name: 'Python', content: '__pycache__/\n*.py[cod]\n.venv/\n' },
    { key: 'Rust', name: 'Rust', content: 'target/\n**/*.rs.bk\n' },
  ],
  dockerfiles: [
    { key: 'Binary', name: 'Binary', content: 'FROM scratch\nCOPY app /app\nENTRYPOINT ["/app"]\n' },
    { key: 'Node', name: 'Node', content: 'FROM node:26\nWORKDIR /app\nCOPY . .\nRUN npm ci\nCMD ["npm", "start"]\n' },
  ],
  gitlab_ci_ymls: [
    {
      key: 'Getting-Started',
      name: 'Getting-Started',
      content:
        'stages: [build, test]\n\nbuild:\n  stage: build\n  script: echo build\n\ntest:\n  stage: test\n  script: echo test\n',
    },
    { key: 'Nodejs', name: 'Nodejs', content: 'image: node:26\n\ntest:\n  script:\n    - npm ci\n    - npm test\n' },
  ],
};

interface License extends Template {
  readonly nickname: string | null;
  readonly featured: boolean;
  readonly description: string;
}

const licenses: readonly License[] = [
  {
    key: 'mit',
    name: 'MIT License',
    nickname: null,
    featured: true,
    description: 'Short and permissive.',
    content: 'MIT License\n\nCopyright (c) [year] [fullname]\n',
  },
  {
    key: 'apache-2.0',
    name: 'Apache License 2.0',
    nickname: null,
    featured: true,
    description: 'Permissive, with a grant of patents.',
    content: 'Apache License, Version 2.0\n\nCopyright [year] [fullname]\n',
  },
  {
    key: 'isc',
    name: 'ISC License',
    nickname: null,
    featured: false,
    description: 'Shorter still.',
    content: 'ISC License\n\nCopyright (c) [year] [fullname]\n',
  },
];

const kinds: readonly Kind[] = ['gitignores', 'dockerfiles', 'gitlab_ci_ymls', 'licenses'];

/** Kinds that a project keeps in its own repository, and where. */
const folders = {
  issues: '.gitlab/issue_templates/',
  merge_requests: '.gitlab/merge_request_templates/',
} as const;

type OwnKind = keyof typeof folders;

const ownKinds: readonly OwnKind[] = ['issues', 'merge_requests'];

function isOwn(kind: Kind | OwnKind): kind is OwnKind {
  return kind in folders;
}

/** Files to start from: for the instance, and as a project offers them. */
export const templates: Resource = {
  routes(routes) {
    const open = { access: 'public', permission: unjudged } as const;
    for (const kind of kinds) {
      routes.get(`/templates/${kind}`, { ...open, params: { popular: optional.boolean() } }, (call) =>
        call.page(
          list(kind).filter(
            (template) => call.params.popular !== true || !('featured' in template) || template.featured,
          ),
          (template) =>
            kind === 'licenses'
              ? presentLicense(call, template as License)
              : { key: template.key, name: template.name }, // only licences are listed as such
        ),
      );
      routes.get(
        `/templates/${kind}/:name`,
        { ...open, params: { project: optional.string(), fullname: optional.string() } },
        (call) => one(call, kind),
      );
    }

    const type = { type: requires.string({ values: [...kinds, ...ownKinds] }) };
    routes.get('/projects/:id/templates/:type', { permission: 'read_template', params: type }, (call) => {
      return call.page(offered(call), ({ key, name }) => ({ key, name }));
    });
    routes.get(
      '/projects/:id/templates/:type/:name',
      { permission: 'read_template', params: { ...type, fullname: optional.string() } },
      (call) => {
        const { type: kind } = call.params;
        if (!isOwn(kind)) {
          call.project();
          return one(call, kind);
        }
        const template = own(call, kind).find(({ key }) => key === call.path('name'));
        if (template === undefined) throw notFound('Template');
        return { name: template.name, content: template.content };
      },
    );
  },
};

function offered(call: Call<{ readonly type: Kind | OwnKind }>): readonly Template[] {
  const { type: kind } = call.params;
  if (isOwn(kind)) return own(call, kind);
  call.project();
  return list(kind);
}

/** Markdown files of one folder on the default branch. */
function own(call: Call<unknown>, kind: OwnKind): readonly Template[] {
  const { repository } = code(call);
  const folder = folders[kind];
  const names = [...(repository.treeAt('HEAD')?.keys() ?? [])].filter(
    (path) => path.startsWith(folder) && path.endsWith('.md'),
  );
  return names.sort().map((path) => {
    const name = path.slice(folder.length, -'.md'.length);
    return { key: name, name, content: repository.fileAt('HEAD', path)?.bytes.toString('utf8') ?? '' };
  });
}

function list(kind: Kind): readonly Template[] {
  return kind === 'licenses' ? licenses : plain[kind];
}

function one(call: Call<{ readonly fullname: string | null | undefined }>, kind: Kind) {
  const wanted = call.path('name').toLowerCase();
  if (kind === 'licenses') {
    const license = licenses.find(({ key }) => key === wanted);
    if (license === undefined) throw notFound('License');
    return presentLicense(call, license, call.params.fullname ?? call.user?.name);
  }
  const template = plain[kind].find(({ key }) => key.toLowerCase() === wanted);
  if (template === undefined) throw notFound('Template');
  return { name: template.name, content: template.content };
}

function presentLicense(call: Call<unknown>, license: License, fullname = '[fullname]') {
  const year = call.now().slice(0, 4);
  return {
    key: license.key,
    name: license.name,
    nickname: license.nickname,
    html_url: `http://choosealicense.com/licenses/${license.key}/`,
    source_url: null,
    popular: license.featured,
    description: license.description,
    conditions: ['include-copyright'],
    permissions: ['commercial-use', 'modifications', 'distribution', 'private-use'],
    limitations: ['liability', 'warranty'],
    content: license.content.replace('[year]', year).replace('[fullname]', fullname),
  };
}
