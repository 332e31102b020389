/** Text made safe for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);
}

/** Enough of Markdown for the HTML twins of texts: paragraphs, no formatting. */
export function toHtml(text: string): string {
  return text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p data-sourcepos="1:1-1:${paragraph.length}" dir="auto">${escapeHtml(paragraph)}</p>`)
    .join('\n');
}
