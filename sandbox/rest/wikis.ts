import { canUseFeature } from '../access/levels.ts';
import { failure, forbidden, invalidRecord, notFound } from '../http/refusal.ts';
import type { Group } from '../world/groups.ts';
import { levels } from '../world/members.ts';
import type { Project } from '../world/projects.ts';
import {
  type WikiPage,
  addWikiPage,
  addWikiVersion,
  currentVersion,
  findWikiPage,
  moveWikiPage,
  renamedSlug,
  titleOfPage,
  toSlug,
  wikiOf,
  wikiPages,
} from '../world/wikis.ts';
import type { Call } from './call.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';
import { toHtml } from './text-html.ts';

type Kind = 'project' | 'group';

const formats = ['markdown', 'rdoc', 'asciidoc', 'org'] as const;

/** Wikis of projects and, with a licence, of groups. A page is addressed by its slug, directories and all. */
export const wikis: Resource = {
  routes(routes) {
    for (const kind of ['project', 'group'] as const) {
      read(routes, kind, `/${kind}s/:id/wikis`);
      write(routes, kind, `/${kind}s/:id/wikis`);
    }
  },
};

function licenceOf(kind: Kind) {
  return kind === 'group' ? ({ tier: 'premium', unlicensed: 404 } as const) : {};
}

function isGroup(owner: Project | Group): owner is Group {
  return 'kind' in owner;
}

function ownerOf(call: Call<unknown>, kind: Kind, minimum: number = levels.none): Project | Group {
  const owner = kind === 'project' ? call.project() : call.group();
  if (!isGroup(owner) && !canUseFeature(call, owner, 'wiki')) throw forbidden();
  const level = isGroup(owner) ? call.levelInGroup(owner) : call.levelIn(owner);
  if (level < minimum || (minimum > 0 && !isGroup(owner) && owner.archived)) throw forbidden();
  return owner;
}

function pageOf(call: Call<unknown>, owner: Project | Group): WikiPage {
  const page = findWikiPage(wikiOf(call.world, owner), call.path('slug'));
  if (page === undefined) throw notFound('Wiki Page');
  return page;
}

function read(routes: Routes, kind: Kind, path: string): void {
  const options = { permission: 'read_wiki', ...licenceOf(kind) } as const;
  // All pages at once: this list knows no pages of its own.
  routes.get(path, { ...options, params: { with_content: optional.boolean({ default: false }) } }, (call) => {
    const owner = ownerOf(call, kind);
    return wikiPages(wikiOf(call.world, owner)).map((page) =>
      call.params.with_content ? presentPage(page) : presentPageBasic(page),
    );
  });
  const params = { version: optional.string(), render_html: optional.boolean({ default: false }) };
  routes.get(`${path}/:slug`, { ...options, params }, (call) => {
    const page = pageOf(call, ownerOf(call, kind));
    const { version, render_html: renderHtml } = call.params;
    const wanted = version === undefined || version === null || version === '' ? undefined : version;
    if (wanted !== undefined && !page.versions.some(({ sha }) => sha === wanted)) throw notFound('Wiki Page');
    return presentPage(page, { version: wanted, renderHtml });
  });
}

function presentPageBasic(page: WikiPage) {
  const { title } = frontMatterOf(currentVersion(page)?.content ?? '');
  return {
    wiki_page_meta_id: page.metaId,
    format: page.format,
    slug: page.slug,
    title: title ?? titleOfPage(page),
  };
}

function presentPage(
  page: WikiPage,
  options: { readonly version?: string | undefined; readonly renderHtml?: boolean } = {},
) {
  const version = page.versions.find(({ sha }) => sha === options.version) ?? currentVersion(page);
  const content = version?.content ?? '';
  return {
    ...presentPageBasic(page),
    content: options.renderHtml === true ? toHtml(content) : content,
    encoding: 'UTF-8',
    front_matter: frontMatterOf(content),
  };
}

/** `key: value` lines between two rows of dashes at the top of a page. */
function frontMatterOf(content: string): Readonly<Record<string, string>> {
  const block = /^---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n|$)/.exec(content)?.[1];
  if (block === undefined) return {};
  const pairs = [...block.matchAll(/^([A-Za-z_][\w-]*):[ \t]*(.*)$/gm)];
  return Object.fromEntries(
    pairs.map(([, key = '', value = '']) => [key, value.trim().replace(/^(["'])(.*)\1$/, '$2')]),
  );
}

function write(routes: Routes, kind: Kind, path: string): void {
  const licence = licenceOf(kind);
  const format = optional.string({ values: formats, default: 'markdown' });
  const creation = { title: requires.string(), content: requires.string(), format };
  routes.post(path, { permission: 'create_wiki', ...licence, params: creation }, (call) => {
    const owner = ownerOf(call, kind, levels.developer);
    const { title, content } = call.params;
    checkPage({ title, content });
    const wiki = wikiOf(call.world, owner);
    if (wiki.pages.has(toSlug(title))) {
      throw invalidRecord({ base: ['Duplicate page: A page with that title already exists'] });
    }
    const page = addWikiPage(call.world, owner, { title, content, format: call.params.format, authorId: call.me.id });
    record(call, owner, page, 'created');
    return presentPage(page);
  });

  const change = {
    title: optional.string(),
    content: optional.string(),
    format: optional.string({ values: formats }),
    front_matter: optional.hash({ title: optional.string() }),
  };
  const atLeastOneOf = ['content', 'title', 'format', 'front_matter'];
  routes.put(`${path}/:slug`, { permission: 'update_wiki', ...licence, params: change, atLeastOneOf }, (call) => {
    const owner = ownerOf(call, kind, levels.developer);
    const page = pageOf(call, owner);
    const { title, content, format: wanted } = call.params;
    checkPage({ title, content });
    const wiki = wikiOf(call.world, owner);
    const slug = title === undefined || title === null ? page.slug : renamedSlug(page, title);
    if (slug !== page.slug) {
      if (wiki.pages.has(slug)) throw failure(400, { base: ['A page with that title already exists'] });
      moveWikiPage(wiki, page, slug);
    }
    if (wanted !== undefined && wanted !== null) page.format = wanted;
    addWikiVersion(call.world, page, { content: content ?? currentVersion(page)?.content ?? '', authorId: call.me.id });
    record(call, owner, page, 'updated');
    return presentPage(page);
  });

  routes.delete(`${path}/:slug`, { permission: 'delete_wiki', ...licence }, (call) => {
    const owner = ownerOf(call, kind, levels.maintainer);
    const page = pageOf(call, owner);
    wikiOf(call.world, owner).pages.delete(page.slug);
    record(call, owner, page, 'destroyed');
  });

  const upload = { file: requires.file(), branch: optional.string() };
  routes.post(`${path}/attachments`, { permission: 'create_wiki_attachment', ...licence, params: upload }, (call) => {
    const owner = ownerOf(call, kind, levels.developer);
    const { filename, bytes, contentType } = call.params.file;
    const name = filename.replace(/[^\w.-]/g, '_');
    const filePath = `uploads/${call.world.hex(32)}/${name}`;
    wikiOf(call.world, owner).attachments.push({ path: filePath, bytes });
    const label = name.replace(/\.[^.]*$/, '');
    return {
      file_name: name,
      file_path: filePath,
      branch: call.params.branch ?? 'main',
      link: {
        url: filePath,
        markdown: `${contentType.startsWith('image/') ? '!' : ''}[${label}](${filePath})`,
      },
    };
  });
}

function checkPage({
  title,
  content,
}: {
  readonly title?: string | null | undefined;
  readonly content?: string | null | undefined;
}): void {
  const problems: Record<string, string[]> = {};
  if (title !== undefined && title !== null && toSlug(title) === '') problems['title'] = ["can't be blank"];
  if (content !== undefined && content !== null && content.trim() === '') problems['content'] = ["can't be blank"];
  if (Object.keys(problems).length > 0) throw invalidRecord(problems);
}

function record(call: Call<unknown>, owner: Project | Group, page: WikiPage, actionName: string): void {
  if (isGroup(owner)) return;
  call.world.recordEvent({
    projectId: owner.id,
    actionName,
    targetType: 'WikiPage::Meta',
    targetId: page.metaId,
    targetIid: page.metaId,
    targetTitle: titleOfPage(page),
    authorId: call.me.id,
  });
}
