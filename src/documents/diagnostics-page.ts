import { createHash } from 'node:crypto';
import type { ErrorCode, Remedy } from '../errors/app-error.ts';
import { errorKinds } from '../errors/app-error.ts';
import { type Figure, type FigureGroup, span } from './figures.ts';

export interface DiagnosticsPage {
  readonly groups: readonly FigureGroup[];
  readonly refusals: readonly { readonly code: ErrorCode; readonly count: number; readonly lastAt: number }[];
  /** What else there is, by path. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Whether the page loads itself again. */
  readonly refreshes: boolean;
  /** Milliseconds of the clock. */
  readonly now: number;
}

/** How often the page loads itself again. */
const refreshSeconds = 5;

/** What whoever reads an error can do about it, for the operator's eyes. */
const remedies: Readonly<Record<Remedy, string>> = {
  'fix-request': 'the client has to send something else',
  'fix-credential': 'the caller needs another token',
  wait: 'it passes; look here if it does not',
  'ask-user': 'the user decides',
  operator: 'a setting of this server decides',
  report: 'report it',
};

const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #666; --bar: #2f6fb3; --full: #b3382f; }
@media (prefers-color-scheme: dark) { :root { --soft: #aaa; --bar: #6ea8e0; --full: #ef8379; } }
body { font: 15px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 76rem; padding: 1rem 1.25rem 3rem; }
h1 { font-size: 1.3rem; margin: 0; }
h2 { font-size: 1rem; margin: 0 0 .35rem; }
header { align-items: baseline; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-bottom: 1rem; }
header p, small, .none { color: var(--soft); margin: 0; }
main { align-items: start; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(21rem, 100%), 1fr)); }
section { border: 1px solid var(--line); border-radius: 6px; padding: .7rem .9rem; }
section.wide { grid-column: 1 / -1; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border-top: 1px solid var(--line); font-weight: normal; padding: .25rem .5rem .25rem 0; text-align: left; vertical-align: top; }
tr:first-child > * { border-top: 0; }
td.value { overflow-wrap: anywhere; text-align: right; padding-right: 0; }
thead th, td.value, time { font-variant-numeric: tabular-nums; }
thead th { color: var(--soft); }
small { display: block; }
svg { display: block; height: 5px; margin-top: 3px; width: 100%; }
.track { fill: var(--line); } .used { fill: var(--bar); } .used.full { fill: var(--full); }
code { font: .9em ui-monospace, monospace; }
a { color: inherit; }
`;

/** The page loads nothing but itself, and its one style is allowed by its digest. */
export const diagnosticsPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** What an operator sees of one process: a page that needs no script. Every text in it is escaped. */
export function renderDiagnosticsPage({ groups, refusals, endpoints, refreshes, now }: DiagnosticsPage): string {
  const again = refreshes ? `<meta http-equiv="refresh" content="${refreshSeconds}">` : '';
  const control = refreshes
    ? `Loads again every ${refreshSeconds} seconds. <a href="/?pause">Pause</a>`
    : 'Paused. <a href="/">Go on</a>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${again}
<title>gitlab-mcp-server diagnostics</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>gitlab-mcp-server</h1>
<p><time>${new Date(now).toISOString().replace(/\.\d+Z$/, 'Z')}</time></p>
<p>${control}</p>
</header>
<main>
${groups.map(renderGroup).join('\n')}
${renderRefusals(refusals, now)}
${renderEndpoints(endpoints)}
</main>
</body>
</html>
`;
}

function renderGroup({ title, figures }: FigureGroup): string {
  return `<section>
<h2>${escape(title)}</h2>
<table>${figures.map(renderFigure).join('')}</table>
</section>`;
}

function renderFigure({ label, text, share, note }: Figure): string {
  const bar = share === undefined ? '' : renderBar(share);
  const small = note === undefined ? '' : `<small>${escape(note)}</small>`;
  return `<tr><th scope="row">${escape(label)}${small}</th><td class="value">${escape(text)}${bar}</td></tr>\n`;
}

/** A drawing, because widths in style attributes are what the policy of the page forbids. */
function renderBar({ used, limit }: NonNullable<Figure['share']>): string {
  const percent = limit > 0 ? Math.min(100, (used / limit) * 100) : 100;
  const mark = percent >= 90 ? 'used full' : 'used';
  return `<svg aria-hidden="true" viewBox="0 0 100 5" preserveAspectRatio="none"><rect class="track" width="100" height="5"/><rect class="${mark}" width="${percent.toFixed(2)}" height="5"/></svg>`;
}

function renderRefusals(refusals: DiagnosticsPage['refusals'], now: number): string {
  const rows = refusals.map(({ code, count, lastAt }) => {
    const { cause, remedy } = errorKinds[code];
    return `<tr><td><code>${escape(code)}</code></td><td>${count}</td><td>${span(now - lastAt)} ago</td><td>${withCode(cause)}<small>${escape(remedies[remedy])}</small></td></tr>\n`;
  });
  const table =
    rows.length === 0
      ? '<p class="none">None since the start.</p>'
      : `<table><thead><tr><th>Code</th><th>Times</th><th>Last</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return `<section class="wide">
<h2>Requests refused since the start</h2>
${table}
</section>`;
}

function renderEndpoints(endpoints: DiagnosticsPage['endpoints']): string {
  const rows = Object.entries(endpoints).map(
    ([path, about]) => `<tr><td><a href="${escape(path)}">${escape(path)}</a></td><td>${withCode(about)}</td></tr>\n`,
  );
  return `<section class="wide">
<h2>More</h2>
<table>${rows.join('')}</table>
</section>`;
}

/** Text with names marked as Markdown code. */
function withCode(text: string): string {
  return escape(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Also takes away what cannot be seen: direction marks and control characters change how a line reads. */
function escape(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, '\u{fffd}')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
