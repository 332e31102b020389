/**
 * Redirects we follow for one request. Moved projects take one and object storage one or two; a longer chain is a loop or
 * a mistake.
 */
const maxRedirects = 5;

export type NextHop =
  | { readonly kind: 'follow'; readonly origin: string; readonly path: string }
  /** The answer is final as it is. */
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string };

export interface RedirectAnswer {
  readonly method: string;
  readonly status: number;
  readonly location: string | undefined;
  /** The URL that answered. */
  readonly url: string;
  /** Redirects followed before this one. */
  readonly hops: number;
}

/**
 * Where a redirect leads. Reads follow it with their own method. Writes follow only 307 and 308, which promise that the
 * method and the body stay: after 301, 302 and 303 a repeated write would either turn into a read or happen twice.
 */
export function nextHop({ method, status, location, url, hops }: RedirectAnswer): NextHop {
  const isRedirect = status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
  if (!isRedirect || location === undefined) return { kind: 'none' };
  if (!URL.canParse(location, url)) return refused('to something that is not a URL');

  const target = new URL(location, url);
  if (target.protocol !== 'https:' && target.protocol !== 'http:')
    return refused('to a scheme other than http and https');
  if (hops >= maxRedirects) return refused(`more than ${maxRedirects} times`);
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead && (status < 307 || target.origin !== new URL(url).origin)) {
    return refused(`a ${method} request to ${target.origin}; if the instance moved there, configure that URL`);
  }
  return { kind: 'follow', origin: target.origin, path: target.pathname + target.search };
}

function refused(reason: string): NextHop {
  return { kind: 'refused', reason };
}
