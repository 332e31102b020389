import { notFound } from '../http/refusal.ts';
import { canSeeProject } from '../access/levels.ts';
import { lookUpProject } from './look-up.ts';
import { optional, requires } from './params.ts';
import type { Resource } from './routes.ts';

/** Renders paragraphs, headings, emphasis, code, links and lists: enough for what is written here. */
export const markdown: Resource = {
  routes(routes) {
    routes.post(
      '/markdown',
      {
        permission: 'render_markdown',
        boundary: 'user',
        access: 'public',
        params: { text: requires.string(), gfm: optional.boolean({ default: false }), project: optional.string() },
      },
      (call) => {
        call.limit('markdown', 300);
        const { project: path, text } = call.params;
        if (path !== undefined && path !== null) {
          const project = lookUpProject(call.world, path);
          if (project === undefined || !canSeeProject(call, project)) throw notFound('Project');
        }
        return { html: render(text) };
      },
    );
  },
};

export function render(source: string): string {
  return source
    .trim()
    .split(/\n{2,}/)
    .map(renderBlock)
    .join('\n');
}

function renderBlock(block: string): string {
  const fence = /^```(\w*)\n([\s\S]*?)\n?```$/.exec(block);
  if (fence !== null) return `<pre lang="${fence[1] ?? ''}"><code>${escape(fence[2] ?? '')}</code></pre>`;
  const heading = /^(#{1,6}) (.*)$/.exec(block);
  if (heading !== null) return `<h${heading[1]?.length}>${inline(heading[2] ?? '')}</h${heading[1]?.length}>`;
  const lines = block.split('\n');
  if (lines.every((line) => /^[-*] /.test(line))) {
    return `<ul>\n${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join('\n')}\n</ul>`;
  }
  return `<p>${inline(block)}</p>`;
}

function inline(text: string): string {
  return escape(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(^|\W)\*([^*]+)\*/g, '$1<em>$2</em>')
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>')
    .replaceAll('\n', '<br>\n');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
