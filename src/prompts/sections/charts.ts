import { visible } from '../../catalog/hidden-text.ts';
import { type Thing } from '../../surfaces/render/thing.ts';
import { dayMs, dayOf, type Period, timeAt } from './time.ts';

/** How often each key comes up, most often first. */
export function tally(keys: Iterable<string>): readonly (readonly [key: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
}

const mostBars = 31;

/** A Mermaid bar chart of how many fall on each day of a period; `''` when there are none, or too many days to read. */
export function dailyChart(title: string, things: readonly Thing[], key: string, period: Period): string {
  const { sinceMs, nowMs } = period;
  const days: string[] = [];
  for (let day = startOfDay(sinceMs); day <= nowMs; day += dayMs) days.push(dayOf(day));
  if (things.length === 0 || days.length > mostBars + 1) return '';
  const counts = new Map(days.map((day) => [day, 0]));
  for (const thing of things) {
    const ms = timeAt(thing, key);
    const day = ms === undefined ? '' : dayOf(ms);
    const count = counts.get(day);
    if (count !== undefined) counts.set(day, count + 1);
  }
  const values = [...counts.values()];
  return mermaid(
    'xychart-beta',
    `    title "${label(title)}"`,
    `    x-axis [${days.map((day) => `"${day.slice(5)}"`).join(', ')}]`,
    `    y-axis "Count" 0 --> ${Math.max(1, ...values)}`,
    `    bar [${values.join(', ')}]`,
  );
}

function startOfDay(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs;
}

/** A Mermaid pie of the largest shares; `''` when nothing is to be shared. */
export function pieChart(title: string, shares: readonly (readonly [name: string, value: number])[], most = 8): string {
  const shown = shares.filter(([, value]) => value > 0).slice(0, most);
  if (shown.length === 0) return '';
  return mermaid(`pie title ${label(title)}`, ...shown.map(([name, value]) => `    "${label(name)}" : ${value}`));
}

/** A name inside a chart: nothing that could end its quotes, its line or the fence around it. */
function label(text: string): string {
  return visible(text)
    .replace(/["`\n\\%{}[\]<>;#]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 60)
    .toWellFormed();
}

function mermaid(...lines: readonly string[]): string {
  return ['```mermaid', ...lines, '```'].join('\n');
}

/** Ten cells and a share: `██████░░░░ 60 %`. */
export function progressBar(done: number, total: number): string {
  const share = total === 0 ? 0 : done / total;
  const filled = Math.round(share * 10);
  return `${'█'.repeat(filled)}${'░'.repeat(10 - filled)} ${Math.round(share * 100)} %`;
}
