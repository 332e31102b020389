import { canReadSnippet, canUpdateSnippet } from '../access/snippets.ts';
import { canUseFeature } from '../access/levels.ts';
import { failure, forbidden, invalidParameters, invalidRecord, notFound } from '../http/refusal.ts';
import { text } from '../http/reply.ts';
import { levels } from '../world/members.ts';
import {
  type Snippet,
  type SnippetFile,
  addSnippet,
  allSnippets,
  findSnippet,
  removeSnippet,
} from '../world/snippets.ts';
import type { Call } from './call.ts';
import { projectSnippet } from './noteables.ts';
import { optional, requires, type Values } from './params.ts';
import type { Resource, Routes } from './routes.ts';
import { presentSnippet } from './snippets-presenter.ts';
import { isBetween } from './users.ts';

const visibilities = ['private', 'internal', 'public'] as const;

/** Snippets of people and of projects: small repositories of their own. */
export const snippets: Resource = {
  routes(routes) {
    lists(routes);
    const personal = '/snippets/:id';
    single(routes, personal, (call) => personalSnippet(call));
    create(routes);
    change(routes, personal, (call) => personalSnippet(call));

    const inProject = '/projects/:id/snippets/:snippet_id';
    const find = (call: Call<unknown>) => projectSnippet(call, call.project());
    single(routes, inProject, find);
    change(routes, inProject, find);
  },
};

function personalSnippet(call: Call<unknown>): Snippet {
  const id = call.path('id');
  const snippet = /^\d+$/.test(id) ? findSnippet(call.world, Number(id)) : undefined;
  if (snippet === undefined || !canReadSnippet(call, snippet)) throw notFound('Snippet');
  return snippet;
}

const dates = { created_after: optional.timestamp(), created_before: optional.timestamp() };

function lists(routes: Routes): void {
  const options = { permission: 'read_snippet', boundary: 'user', params: dates } as const;
  const page = (call: Call<Values<typeof dates>>, belongs: (snippet: Snippet) => boolean) => {
    const { created_after: after, created_before: before } = call.params;
    const found = allSnippets(call.world)
      .filter(
        (snippet) => belongs(snippet) && canReadSnippet(call, snippet) && isBetween(snippet.createdAt, after, before),
      )
      .sort((a, b) => b.id - a.id);
    return call.page(found, (snippet) => presentSnippet(call, snippet));
  };
  routes.get('/snippets', options, (call) => page(call, ({ authorId }) => authorId === call.me.id));
  routes.get('/snippets/public', options, (call) =>
    page(call, ({ projectId, visibility }) => projectId === null && visibility === 'public'),
  );
  routes.get('/snippets/all', options, (call) => page(call, () => true));
  routes.get('/projects/:id/snippets', { permission: 'read_snippet', params: dates }, (call) => {
    const project = call.project();
    if (!canUseFeature(call, project, 'snippets')) throw forbidden();
    return page(call, ({ projectId }) => projectId === project.id);
  });
}

type Find = (call: Call<unknown>) => Snippet;

function single(routes: Routes, path: string, find: Find): void {
  const options = { permission: 'read_snippet', access: 'public' } as const;
  routes.get(path, options, (call) => presentSnippet(call, find(call)));
  routes.get(`${path}/raw`, options, (call) => raw(find(call).files[0]));
  routes.get(`${path}/files/:ref/:file_path/raw`, options, (call) => {
    const snippet = find(call);
    // A snippet has one branch; its commits cannot be listed, so no other name is known.
    if (!['main', 'master', 'HEAD'].includes(call.path('ref'))) throw notFound('Reference');
    const file = snippet.files.find((each) => each.path === call.path('file_path'));
    if (file === undefined) throw notFound('File');
    return raw(file);
  });
  routes.get(`${path}/user_agent_detail`, { permission: 'read_snippet_user_agent_detail', access: 'admin' }, (call) => {
    find(call);
    throw notFound('UserAgentDetail');
  });
}

function raw(file: SnippetFile | undefined) {
  const name = file?.path.split('/').at(-1) ?? '';
  return text(file?.content ?? '', {
    'Content-Disposition': `inline; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  });
}

const creation = {
  title: requires.string({ blank: false }),
  description: optional.string(),
  content: optional.string({ blank: false }),
  file_name: optional.string(),
  files: optional.hashes({ file_path: requires.string(), content: requires.string({ blank: false }) }),
};

function create(routes: Routes): void {
  const exactlyOneOf = ['files', 'content'];
  const personal = { ...creation, visibility: optional.string({ values: visibilities, default: 'internal' }) };
  routes.post(
    '/snippets',
    { permission: 'create_snippet', boundary: 'user', params: personal, exactlyOneOf },
    (call) => {
      if (call.me.external) throw forbidden();
      return presentSnippet(call, make(call, null, call.params.visibility));
    },
  );
  const inProject = { ...creation, visibility: requires.string({ values: visibilities }) };
  routes.post('/projects/:id/snippets', { permission: 'create_snippet', params: inProject, exactlyOneOf }, (call) => {
    const project = call.project();
    if (!canUseFeature(call, project, 'snippets')) throw forbidden();
    call.requireProjectLevel(project, 'reporter');
    if (project.archived) throw forbidden();
    const snippet = make(call, project.id, call.params.visibility);
    call.world.recordEvent({
      projectId: project.id,
      actionName: 'created',
      targetType: 'Snippet',
      targetId: snippet.id,
      targetIid: snippet.id,
      targetTitle: snippet.title,
      authorId: call.me.id,
    });
    return presentSnippet(call, snippet);
  });
}

function make(
  call: Call<Values<typeof creation>>,
  projectId: number | null,
  visibility: Snippet['visibility'],
): Snippet {
  const { title, description = null, content, file_name: name, files } = call.params;
  checkTitle(title);
  const given =
    files === undefined || files === null
      ? [
          {
            path: name === undefined || name === null || name === '' ? 'snippetfile1.txt' : name,
            content: content ?? '',
          },
        ]
      : files.map((file) => ({ path: file.file_path, content: file.content }));
  if (new Set(given.map(({ path }) => path)).size !== given.length) {
    throw failure(400, 'Error creating the snippet - A file with this name already exists');
  }
  return addSnippet(call.world, { title, description, visibility, files: given, authorId: call.me.id, projectId });
}

function checkTitle(title: string): void {
  if (title.length > 255) throw invalidRecord({ title: ['is too long (maximum is 255 characters)'] });
}

function change(routes: Routes, path: string, find: Find): void {
  const params = {
    title: optional.string({ blank: false }),
    description: optional.string(),
    visibility: optional.string({ values: visibilities }),
    content: optional.string({ blank: false }),
    file_name: optional.string(),
    files: optional.hashes({
      action: requires.string({ values: ['create', 'update', 'delete', 'move'] }),
      file_path: optional.string(),
      previous_path: optional.string(),
      content: optional.string(),
    }),
  };
  const rules = {
    atLeastOneOf: ['content', 'description', 'files', 'file_name', 'title', 'visibility'],
    exclusive: [
      ['files', 'content'],
      ['files', 'file_name'],
    ],
  };
  routes.put(path, { permission: 'update_snippet', params, ...rules }, (call) => {
    const snippet = find(call);
    if (!canUpdateSnippet(call, snippet)) throw forbidden();
    const { title, description, visibility, files } = call.params;
    if (title !== undefined && title !== null) checkTitle(title);
    if (files !== undefined && files !== null) snippet.files = apply(snippet.files, files);
    else replaceOnly(snippet, call.params);
    snippet.title = title ?? snippet.title;
    if (description !== undefined) snippet.description = description;
    snippet.visibility = visibility ?? snippet.visibility;
    snippet.updatedAt = call.now();
    return presentSnippet(call, snippet);
  });
  routes.delete(path, { permission: 'delete_snippet' }, (call) => {
    const snippet = find(call);
    const project = snippet.projectId === null ? undefined : call.world.projects.find(snippet.projectId);
    const isKeeper = project !== undefined && call.levelIn(project) >= levels.maintainer;
    if (!canUpdateSnippet(call, snippet) && !isKeeper) throw forbidden();
    removeSnippet(call.world, snippet);
  });
}

/** The old way, for snippets with a single file. */
function replaceOnly(
  snippet: Snippet,
  {
    content,
    file_name: name,
  }: { readonly content?: string | null | undefined; readonly file_name?: string | null | undefined },
): void {
  const isAsked = (content !== undefined && content !== null) || (name !== undefined && name !== null);
  if (!isAsked) return;
  const [only] = snippet.files;
  if (snippet.files.length > 1 || only === undefined) {
    throw invalidParameters(
      '400 Bad request - To update Snippets with multiple files, you must use the `files` parameter',
    );
  }
  only.content = content ?? only.content;
  only.path = name ?? only.path;
}

interface FileChange {
  readonly action: 'create' | 'update' | 'delete' | 'move';
  readonly file_path?: string | null | undefined;
  readonly previous_path?: string | null | undefined;
  readonly content?: string | null | undefined;
}

/** All or nothing, in the words of a commit that fails. */
function apply(before: readonly SnippetFile[], changes: readonly FileChange[]): SnippetFile[] {
  const files = new Map(before.map((file) => [file.path, { ...file }]));
  const refuse = (sentence: string) => failure(400, `Error updating the snippet - ${sentence}`);
  for (const { action, content, ...paths } of changes) {
    const path = paths.file_path ?? '';
    const source = action === 'move' ? (paths.previous_path ?? '') : path;
    const existing = files.get(source);
    if (action === 'create') {
      if (existing !== undefined) throw refuse('A file with this name already exists');
      files.set(path, { path, content: content ?? '' });
      continue;
    }
    if (existing === undefined) throw refuse("A file with this name doesn't exist");
    if (action === 'delete') files.delete(path);
    else if (action === 'update') existing.content = content ?? existing.content;
    else {
      files.delete(source);
      files.set(path, { path, content: content ?? existing.content });
    }
  }
  if (files.size === 0) throw refuse('Snippet files cannot be blank');
  return [...files.values()];
}
