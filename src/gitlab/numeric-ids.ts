/** A project or group that a request addresses by its path, with the slashes of the path encoded. */
export interface PathAddress {
  readonly kind: 'project' | 'group';
  /** As it stands in the request: `acme%2Fsite`. */
  readonly encoded: string;
  /** Decoded: `acme/site`. */
  readonly fullPath: string;
  /** The request's path behind it, from its slash on. */
  readonly rest: string;
}

/** Reads the address out of a request path; `undefined` when the object is addressed by number or has no slash. */
export function parsePathAddress(path: string): PathAddress | undefined {
  const match = /^\/(project|group)s\/([^/]*%2f[^/]*)(.*)$/i.exec(path);
  if (match === null) return undefined;
  const [, kind, encoded = '', rest = ''] = match;
  try {
    return { kind: kind === 'group' ? 'group' : 'project', encoded, fullPath: decodeURIComponent(encoded), rest };
  } catch {
    // Half an escape: not a path that GitLab could know.
    return undefined;
  }
}

export function numericPath({ kind, rest }: PathAddress, id: number): string {
  return `/${kind}s/${id}${rest}`;
}

/** Numbers of objects whose path does not survive the proxy in front of GitLab (T-12). */
export class NumericIds {
  readonly #known = new Map<string, { readonly id: number; readonly endsAt: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  find({ kind, fullPath }: PathAddress): number | undefined {
    const key = keyOf(kind, fullPath);
    const entry = this.#known.get(key);
    if (entry === undefined) return undefined;
    if (entry.endsAt > this.#now()) return entry.id;
    this.#known.delete(key);
    return undefined;
  }

  remember({ kind, fullPath }: PathAddress, id: number): void {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= maxKnown && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(keyOf(kind, fullPath), { id, endsAt: this.#now() + rememberedMs });
  }
}

/** Paths remembered per client; the oldest is forgotten first. */
const maxKnown = 32;
/** A path can be given to another project one day, so the number is asked for again now and then. */
const rememberedMs = 15 * 60_000;

/** GitLab's paths differ in more than their case. */
function keyOf(kind: string, fullPath: string): string {
  return `${kind}:${fullPath.toLowerCase()}`;
}
