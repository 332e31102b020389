/** The media type of an answer: GitLab's JSON, or anything else. An answer without a type may be JSON. */
export function isJsonType(contentType: string | undefined): boolean {
  return contentType === undefined || /^[^;]*[/+]json\s*(?:;|$)/i.test(contentType);
}

/** Decodes a text answer by its declared character set; UTF-8 when it declares none or one we do not know. */
export function decodeText(body: Buffer, contentType: string | undefined): string {
  const label =
    contentType === undefined ? undefined : /;\s*charset="?([\w.:-]+)/i.exec(contentType)?.[1]?.toLowerCase();
  if (label === undefined || label === 'utf-8' || label === 'utf8' || label === 'us-ascii')
    return body.toString('utf8');
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    // An invented label is no reason to lose the text.
    return body.toString('utf8');
  }
}

/** Names what came instead of JSON, in a few words, never the page itself (T-28). */
export function describeForeign(body: string, contentType: string | undefined): string {
  const type = /^[\w.+-]+\/[\w.+-]+/.exec(contentType ?? '')?.[0].toLowerCase();
  const start = body.slice(0, 4096);
  if (!isHtml(start, contentType)) return body.length === 0 ? 'an empty answer' : (type ?? 'an answer without a type');
  const title = oneLine(/<title[^>]*>([^<]*)/i.exec(start)?.[1] ?? '', 80);
  return title === '' ? 'an HTML page' : `an HTML page titled "${title}"`;
}

/** A page, by its type or by how it begins. */
export function isHtml(start: string, contentType: string | undefined): boolean {
  return /^text\/html\b/i.test(contentType ?? '') || /^\s*<(?:!doctype html|html)/i.test(start);
}

/**
 * Text from outside as one harmless line: control, format and unassigned characters gone, blanks folded, cut at `max`
 * characters.
 */
export function oneLine(text: string, max: number): string {
  const flat = text
    .slice(0, max * 8)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{C}+/gu, '')
    .trim();
  const characters = Array.from(flat);
  return characters.length <= max ? flat : `${characters.slice(0, max - 1).join('')}…`;
}
