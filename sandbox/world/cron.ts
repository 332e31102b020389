interface Cron {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
  /** A day fits when either field fits, unless one of them is open. */
  readonly isAnyDay: boolean;
  readonly isAnyWeekday: boolean;
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const shorthands: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};

/** Reads five cron fields; undefined when they are not valid. */
export function parseCron(text: string): Cron | undefined {
  const fields = (shorthands[text.trim()] ?? text).trim().toLowerCase().split(/\s+/);
  if (fields.length !== 5) return undefined;
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
  const minutes = parseField(minute, 0, 59, []);
  const hours = parseField(hour, 0, 23, []);
  const days = parseField(day, 1, 31, []);
  const months = parseField(month, 1, 12, monthNames);
  const weekdays = parseField(weekday, 0, 7, dayNames);
  if (!minutes || !hours || !days || !months || !weekdays) return undefined;
  if (weekdays.has(7)) weekdays.add(0);
  return { minutes, hours, days, months, weekdays, isAnyDay: day === '*', isAnyWeekday: weekday === '*' };
}

function parseField(text: string, low: number, high: number, names: readonly string[]): Set<number> | undefined {
  const values = new Set<number>();
  const toNumber = (part: string) => {
    const name = names.indexOf(part);
    if (name !== -1) return name + (names === monthNames ? 1 : 0);
    return /^\d+$/.test(part) ? Number(part) : NaN;
  };
  for (const part of text.split(',')) {
    const [range = '', stepText = '1', ...more] = part.split('/');
    const [fromText = '', toText, ...rest] = range.split('-');
    const step = Number(stepText);
    const from = range === '*' ? low : toNumber(fromText);
    const isOpenEnd = range === '*' || (toText === undefined && part.includes('/'));
    const to = isOpenEnd ? high : toText === undefined ? from : toNumber(toText);
    const isValid = from >= low && to <= high && from <= to && step >= 1 && more.length === 0 && rest.length === 0;
    if (!isValid) return undefined;
    for (let value = from; value <= to; value += step) values.add(value);
  }
  return values;
}

/** Whether a time zone is known here. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    // Not a zone.
    return false;
  }
}

/** The next moment after `afterMs`, in milliseconds; undefined when there is none within four years. */
export function nextRun(cron: Cron, zone: string, afterMs: number): number | undefined {
  // Local times are counted as if they were UTC; the offset of the zone is taken off at the end.
  const startLocal = afterMs + offsetMs(zone, afterMs) + 60_000;
  const day = new Date(startLocal);
  day.setUTCHours(0, 0, 0, 0);
  for (let left = 4 * 366; left > 0; left--, day.setUTCDate(day.getUTCDate() + 1)) {
    if (!isDay(cron, day)) continue;
    for (const hour of [...cron.hours].sort((a, b) => a - b)) {
      for (const minute of [...cron.minutes].sort((a, b) => a - b)) {
        const local = day.getTime() + hour * 3_600_000 + minute * 60_000;
        const atMs = local - offsetMs(zone, local - offsetMs(zone, local));
        if (atMs > afterMs) return atMs;
      }
    }
  }
  return undefined;
}

function isDay(cron: Cron, day: Date): boolean {
  if (!cron.months.has(day.getUTCMonth() + 1)) return false;
  const isDate = cron.days.has(day.getUTCDate());
  const isWeekday = cron.weekdays.has(day.getUTCDay());
  if (cron.isAnyDay) return isWeekday;
  return cron.isAnyWeekday ? isDate : isDate || isWeekday;
}

/** Making one costs more than using it a thousand times; there are as many as there are zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, made);
  return made;
}

function offsetMs(zone: string, atMs: number): number {
  if (zone === 'UTC') return 0;
  const parts = formatOf(zone).formatToParts(atMs);
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value ?? 0);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(atMs / 1000) * 1000;
}
