import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DiagnosticsPage, diagnosticsPagePolicy, renderDiagnosticsPage } from './diagnostics-page.ts';
import { count, share, span } from './figures.ts';

describe('the diagnostics page', () => {
  test('shows figures with bars, refusals with their meaning, and what else there is', () => {
    const page = render({
      groups: [{ title: 'Calls', figures: [share('Held', 3, 4_000, '7 at most'), count('Idle', 12)] }],
      refusals: [{ code: 'auth.throttled', count: 8, lastAt: now - 61_000 }],
    });

    expect(page).toContain('<th scope="row">Held<small>7 at most</small></th><td class="value">3 of 4,000<svg');
    expect(page).toContain('<th scope="row">Idle</th><td class="value">12</td>');
    expect(page).toContain('<td><code>auth.throttled</code></td><td>8</td><td>1 min 1 s ago</td>');
    expect(page).toContain('<a href="/heap">/heap</a>');
  });

  test.each([
    [88, 'used'],
    [90, 'used full'],
    [250, 'used full'],
  ])('%i of 100 is drawn as %s', (used, mark) => {
    const page = render({ groups: [{ title: 'Calls', figures: [share('Held', used, 100)] }] });

    expect(page).toContain(`<rect class="${mark}" width="${Math.min(used, 100)}.00"`);
  });

  test('loads itself again unless it is paused, and loads nothing else', () => {
    expect(render({ refreshes: true })).toContain('<meta http-equiv="refresh" content="5">');
    expect(render({ refreshes: false })).not.toContain('http-equiv');
    expect(render({})).not.toMatch(/<(script|link|img|iframe)|https?:|\bon[a-z]+=|style="/);
    expect(diagnosticsPagePolicy).toMatch(/^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]+'; /);
  });

  test('no value can add markup, an attribute or text that cannot be seen', () => {
    const plain = outline(withText('x'));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        const page = withText(text);

        expect(outline(page)).toBe(plain);
        expect(page).not.toMatch(/[\p{Cf}\p{Cs}\u2028\u2029]/u);
      }),
      {
        examples: [
          ['</td></table><script>alert(1)</script>'],
          ['" onmouseover="alert(1)'],
          ["' style='x"],
          ['`</code><img src=x>`'],
          ['\u202egnp.exe'],
          ['&lt;b&gt;'],
        ],
      },
    );
  });
});

test.each([
  [-5, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min 0 s'],
  [3_600_000 * 5 + 60_000 * 7, '5 h 7 min'],
  [86_400_000 * 3 + 3_600_000, '3 d 1 h'],
])('%i milliseconds are %s', (ms, text) => {
  expect(span(ms)).toBe(text);
});

const now = Date.UTC(2030, 0, 1);

function render(page: Partial<DiagnosticsPage>): string {
  return renderDiagnosticsPage({
    groups: [],
    refusals: [],
    endpoints: { '/heap': 'sizes' },
    refreshes: true,
    now,
    ...page,
  });
}

/** The page with one text wherever a text can be. */
function withText(text: string): string {
  return render({
    groups: [{ title: text, figures: [{ label: text, text, note: text }] }],
    endpoints: { [`/${text}`]: text },
  });
}

/** Its tags, with the values of attributes that may differ left out; pairs of backquotes mark code. */
function outline(page: string): string {
  const tags = page.match(/<[^>]*>/g) ?? [];
  return tags
    .map((tag) => tag.replace(/href="[^"]*"/, 'href'))
    .filter((tag) => !/^<\/?code>$/.test(tag))
    .join('');
}
