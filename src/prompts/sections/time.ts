import { plain, read, type Thing } from '../../surfaces/render/thing.ts';

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** Milliseconds since 1970 of a time field; `undefined` when it has none. */
export function timeAt(thing: Thing, key: string): number | undefined {
  const ms = Date.parse(plain(read(thing, key)));
  return Number.isNaN(ms) ? undefined : ms;
}

/** How old something is, in its largest unit: `<1d`, `3d`, `2w`, `4mo`, `1y`; `—` when nobody knows. */
export function ageText(sinceMs: number | undefined, nowMs: number): string {
  if (sinceMs === undefined) return '—';
  const days = Math.floor((nowMs - sinceMs) / dayMs);
  if (days < 1) return '<1d';
  if (days < 14) return `${days}d`;
  if (days < 60) return `${Math.floor(days / 7)}w`;
  if (days < 365) return `${Math.floor(days / 30)}mo`;
  return `${Math.floor(days / 365)}y`;
}

/** A length of time in its two largest units: `2d 5h`, `3h 20m`, `12m`; `—` when there is none. */
export function spanText(ms: number | undefined): string {
  if (ms === undefined || Number.isNaN(ms) || ms < 0) return '—';
  const minutes = Math.round(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes}m`;
  if (hours < 24) return minutes % 60 === 0 ? `${hours}h` : `${hours}h ${minutes % 60}m`;
  const days = Math.floor(hours / 24);
  return hours % 24 === 0 ? `${days}d` : `${days}d ${hours % 24}h`;
}

/** The day of a moment, `YYYY-MM-DD` in UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The last days up to now. */
export interface Period {
  readonly days: number;
  readonly sinceMs: number;
  readonly nowMs: number;
  /** For filters that take a time. */
  readonly since: string;
  /** For the event filter `after`, which leaves out its own day. */
  readonly dayBefore: string;
  /** `in the last 7 days` */
  readonly text: string;
}

export function lastDays(days: number, nowMs: number): Period {
  const sinceMs = nowMs - days * dayMs;
  return {
    days,
    sinceMs,
    nowMs,
    since: new Date(sinceMs).toISOString(),
    dayBefore: dayOf(sinceMs - dayMs),
    text: days === 1 ? 'in the last 24 hours' : `in the last ${days} days`,
  };
}

/** Those whose moment lies in the period. */
export function within(things: readonly Thing[], key: string, { sinceMs }: Period): readonly Thing[] {
  return things.filter((thing) => (timeAt(thing, key) ?? Number.NEGATIVE_INFINITY) >= sinceMs);
}

export function average(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function median(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
