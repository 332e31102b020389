const minute = 60;
const hour = 60 * minute;
/** Working time, as GitLab counts it: a day has 8 hours, a week 5 days, a month 4 weeks. */
const day = 8 * hour;
const week = 5 * day;
const month = 4 * week;

const units: readonly (readonly [name: string, seconds: number])[] = [
  ['mo', month],
  ['w', week],
  ['d', day],
  ['h', hour],
  ['m', minute],
  ['s', 1],
];

const words: Readonly<Record<string, number>> = {
  mo: month,
  month: month,
  months: month,
  w: week,
  week: week,
  weeks: week,
  d: day,
  day: day,
  days: day,
  h: hour,
  hr: hour,
  hour: hour,
  hours: hour,
  m: minute,
  min: minute,
  minute: minute,
  minutes: minute,
  s: 1,
  sec: 1,
  second: 1,
  seconds: 1,
};

/** Seconds of `3h30m`, `1w 2d`, `-30m`; undefined when it is not a duration. A bare number means hours. */
export function parseDuration(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase();
  const sign = trimmed.startsWith('-') ? -1 : 1;
  const rest = trimmed.replace(/^[+-]/, '').trim();
  if (/^\d+(\.\d+)?$/.test(rest)) return sign * Math.round(Number(rest) * hour);
  if (!/^(?:\d+(?:\.\d+)?\s*[a-z]+[\s,]*)+$/.test(rest)) return undefined;
  let total = 0;
  for (const [, amount = '', unit = ''] of rest.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)) {
    const seconds = words[unit];
    if (seconds === undefined) return undefined;
    total += Number(amount) * seconds;
  }
  return sign * Math.round(total);
}

/** `1w 2d 3h`; empty for nothing. */
export function formatDuration(seconds: number): string {
  let left = Math.abs(seconds);
  const parts: string[] = [];
  for (const [name, size] of units) {
    const count = Math.floor(left / size);
    if (count > 0) parts.push(`${count}${name}`);
    left -= count * size;
  }
  return (seconds < 0 ? '-' : '') + parts.join(' ');
}
