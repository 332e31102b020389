import { AppError } from '../../../errors/app-error.ts';
import type { ActionCall } from '../../call.ts';
import { buildRequest } from '../../request.ts';

interface WikiUpdate {
  readonly slug: string;
  readonly title?: string;
  readonly content?: string;
  readonly format?: string;
  readonly rename?: boolean;
}

/**
 * Updates a wiki page. GitLab derives the slug from the title, so that a corrected title moves the page and breaks every
 * link to it: a title that would do so is sent only with `rename`, and then with the page's folder (trap T-16).
 *
 * @throws AppError `input.invalid`, with nothing sent, when the title is the only change and would move the page.
 */
export async function updateWikiPage(call: ActionCall<WikiUpdate>): Promise<unknown> {
  const { slug, title, content, format, rename } = call.input;
  const target = title === undefined ? undefined : placeOf(slug, title);
  if (target === undefined || !target.moves || rename === true) {
    const { body } = await call.send(
      buildRequest(call.action, { ...call.input, ...(target === undefined ? {} : { title: target.title }) }),
    );
    return withPreviousSlug(body, slug, call);
  }
  const advice = `the title would move the page from ${slug} to ${target.slug}, set rename to true if that is wanted`;
  if (content === undefined && format === undefined)
    throw new AppError('input.invalid', `${call.action.id}: ${advice}`);
  const { title: _, ...rest } = call.input;
  const { body } = await call.send(buildRequest(call.action, rest));
  call.note(`The title was left as it is: ${advice}.`);
  return withPreviousSlug(body, slug, call);
}

/** Where a title puts the page, and the title with its folder. */
export interface WikiPlace {
  readonly title: string;
  readonly slug: string;
  readonly moves: boolean;
}

/**
 * A title without a folder keeps the folder of the page, one that starts with a slash names its place from the root. The
 * folder is spelled out, so that it does not depend on the server to keep it.
 */
export function placeOf(slug: string, title: string): WikiPlace {
  const squeezed = title.trim().replace(/\s+/g, ' ');
  const folder = slug.slice(0, slug.lastIndexOf('/') + 1);
  const full = squeezed.includes('/') ? squeezed.replace(/^\/+/, '') : folder + squeezed;
  const derived = toSlug(full);
  return { title: full, slug: derived, moves: derived !== toSlug(slug) };
}

/** GitLab turns blanks into dashes and keeps the rest, letters of any script included. */
function toSlug(title: string): string {
  return title.replaceAll(' ', '-');
}

function withPreviousSlug(body: unknown, slug: string, call: ActionCall<WikiUpdate>): unknown {
  if (typeof body !== 'object' || body === null || !('slug' in body)) return body;
  if (typeof body.slug !== 'string' || body.slug === slug || body.slug === toSlug(slug)) return body;
  call.note(`The page moved from ${slug} to ${body.slug}.`);
  return { ...body, previous_slug: slug };
}
