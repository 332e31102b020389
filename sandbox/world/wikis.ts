import type { Group } from './groups.ts';
import type { Project } from './projects.ts';
import { type World, defineState } from './world.ts';

export type WikiFormat = 'markdown' | 'rdoc' | 'asciidoc' | 'org';

export interface WikiVersion {
  readonly sha: string;
  readonly content: string;
  readonly authorId: number;
  readonly createdAt: string;
}

export interface WikiPage {
  readonly metaId: number;
  /** Path of the page: directories and name, with dashes for spaces. */
  slug: string;
  format: WikiFormat;
  /** Oldest first. */
  readonly versions: WikiVersion[];
}

export interface WikiAttachment {
  readonly path: string;
  readonly bytes: Buffer;
}

export interface Wiki {
  readonly pages: Map<string, WikiPage>;
  readonly attachments: WikiAttachment[];
}

const wikisState = defineState(() => new Map<string, Wiki>());

export function wikiOf(world: World, owner: Project | Group): Wiki {
  const key = 'kind' in owner ? `group/${owner.id}` : `project/${owner.id}`;
  const wikis = world.state(wikisState);
  const known = wikis.get(key);
  if (known !== undefined) return known;
  const created: Wiki = { pages: new Map(), attachments: [] };
  wikis.set(key, created);
  return created;
}

/** By path, as GitLab lists them: directories with what is inside them. */
export function wikiPages(wiki: Wiki): WikiPage[] {
  return [...wiki.pages.values()].sort((a, b) => (a.slug.toLowerCase() < b.slug.toLowerCase() ? -1 : 1));
}

export function findWikiPage(wiki: Wiki, slug: string): WikiPage | undefined {
  return wiki.pages.get(slug) ?? wiki.pages.get(toSlug(slug));
}

/** `Release process/How to` becomes `Release-process/How-to`. */
export function toSlug(title: string): string {
  return title
    .split('/')
    .map((part) => part.trim().replace(/\s+/g, ' ').replaceAll(' ', '-'))
    .filter((part) => part !== '')
    .join('/');
}

/** The name of a page as people read it: the last part of its path, with spaces. */
export function titleOfPage({ slug }: WikiPage): string {
  return slug.slice(slug.lastIndexOf('/') + 1).replaceAll('-', ' ');
}

/**
 * The slug a page gets when its title is changed. A title without a directory stays in the one it is in; a leading
 * slash moves it to the top.
 */
export function renamedSlug(page: WikiPage, title: string): string {
  const directory = page.slug.includes('/') ? page.slug.slice(0, page.slug.lastIndexOf('/') + 1) : '';
  if (!title.includes('/')) return directory + toSlug(title);
  return toSlug(title);
}

export function currentVersion(page: WikiPage): WikiVersion | undefined {
  return page.versions.at(-1);
}

export function addWikiPage(
  world: World,
  owner: Project | Group,
  given: {
    readonly title: string;
    readonly content: string;
    readonly format?: WikiFormat;
    readonly authorId: number;
    readonly createdAt?: string;
  },
): WikiPage {
  const page: WikiPage = {
    metaId: world.nextId('wiki_page_meta'),
    slug: toSlug(given.title),
    format: given.format ?? 'markdown',
    versions: [],
  };
  wikiOf(world, owner).pages.set(page.slug, page);
  addWikiVersion(world, page, given);
  return page;
}

export function addWikiVersion(
  world: World,
  page: WikiPage,
  given: { readonly content: string; readonly authorId: number; readonly createdAt?: string },
): void {
  page.versions.push({
    sha: world.hex(40),
    content: given.content,
    authorId: given.authorId,
    createdAt: given.createdAt ?? world.clock.timestamp(),
  });
}

export function moveWikiPage(wiki: Wiki, page: WikiPage, slug: string): void {
  wiki.pages.delete(page.slug);
  page.slug = slug;
  wiki.pages.set(slug, page);
}
