/** One figure as an operator reads it. */
export interface Figure {
  readonly label: string;
  /** The value with its unit. */
  readonly text: string;
  /** Of something that can be used up: drawn as a bar. */
  readonly share?: { readonly used: number; readonly limit: number };
  /** What the figure means, where its label does not say it. */
  readonly note?: string;
}

export interface FigureGroup {
  readonly title: string;
  readonly figures: readonly Figure[];
}

export function count(label: string, value: number, note?: string): Figure {
  return { label, text: grouped(value), ...(note === undefined ? {} : { note }) };
}

/** How much of something is in use. */
export function share(label: string, used: number, limit: number, note?: string): Figure {
  const text = `${grouped(used)} of ${grouped(limit)}`;
  return { label, text, share: { used, limit }, ...(note === undefined ? {} : { note }) };
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}

/** A time span in its two largest units. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.trunc(ms / 1000));
  const [days, hours, minutes] = [
    Math.trunc(seconds / 86_400),
    Math.trunc(seconds / 3600) % 24,
    Math.trunc(seconds / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** Thousands apart, the same on every machine. */
function grouped(value: number): string {
  return Math.round(value)
    .toString()
    .replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
