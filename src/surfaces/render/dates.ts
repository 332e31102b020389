import { inline } from './markdown.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `15 Jan 2025 10:30 UTC`, or `15 Jan 2025` for a day. A text that is no date is shown as it is. */
export function dateText(value: unknown): string {
  if (typeof value !== 'string' || value === '') return '';
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?| UTC)?$/.exec(value);
  if (match === null) return inline(value, 60);
  const [, year, month = '', day, hour, minute, zone] = match;
  const name = months[Number(month) - 1];
  if (name === undefined) return inline(value, 60);
  // A day is a day: no clock, no zone, nothing to shift (trap T-18).
  if (hour === undefined) return `${Number(day)} ${name} ${year}`;
  if (zone === undefined || zone === 'Z') return `${Number(day)} ${name} ${year} ${hour}:${minute} UTC`;
  const time = new Date(value.replace(' ', 'T'));
  return Number.isNaN(time.getTime()) ? inline(value, 60) : dateText(time.toISOString());
}

/** Seconds as `1 h 5 min` or `42 s`. */
export function durationText(value: unknown): string {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return '';
  const seconds = Math.round(value);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  const rest = minutes % 60;
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}

/** Bytes as `1.5 MiB`. */
export function bytesText(value: unknown): string {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return '';
  if (value < 1024) return `${value} bytes`;
  const units = ['KiB', 'MiB', 'GiB', 'TiB'];
  let size = value / 1024;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size < 10 ? size.toFixed(1).replace(/\.0$/, '') : Math.round(size)} ${units[unit]}`;
}
