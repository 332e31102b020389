/** Takes what a body shows of an object from what GitLab sent; nothing GitLab adds, drops or nulls makes it fail (T-21). */
export type BodyOf = (source: unknown) => unknown;

type Thing = Readonly<Record<string, unknown>>;
/** One or more fields of a body. A field whose value is `undefined` is left out. */
type Part = (source: Thing) => Thing;

/** An object with these fields, in this order. */
export function body(...parts: readonly Part[]): BodyOf {
  return (source) => {
    if (!isThing(source)) return source ?? null;
    return Object.assign({}, ...parts.map((part) => part(source))) as unknown;
  };
}

export function listOf(element: BodyOf): BodyOf {
  return (source) => (Array.isArray(source) ? source.map(element) : []);
}

/** Fields as GitLab has them. */
export function plain(...names: readonly string[]): Part {
  return (source) => Object.fromEntries(names.map((name) => [name, source[name]]));
}

/** Fields that are left out when they say nothing. */
export function filled(...names: readonly string[]): Part {
  return (source) => Object.fromEntries(names.map((name) => [name, isEmpty(source[name]) ? undefined : source[name]]));
}

/** Points in time, in UTC to the second; left out when there is none. */
export function times(...names: readonly string[]): Part {
  return (source) => Object.fromEntries(names.map((name) => [name, toUtc(source[name])]));
}

/** A person by username. */
export function username(name: string): Part {
  return (source) => ({ [name]: usernameOf(source[name]) });
}

/** People by username. */
export function usernames(name: string): Part {
  return (source) => {
    const people = source[name];
    return { [name]: Array.isArray(people) ? people.map(usernameOf) : [] };
  };
}

/** One field under another name or in another form. */
export function field(name: string, valueOf: (source: Thing) => unknown): Part {
  return (source) => ({ [name]: valueOf(source) });
}

export function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function usernameOf(person: unknown): unknown {
  return isThing(person) ? (person['username'] ?? person['name'] ?? null) : null;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function toUtc(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const time = new Date(value);
  // What is no time is GitLab's own text and goes through as it came.
  return Number.isNaN(time.getTime()) ? value : `${time.toISOString().slice(0, 19)}Z`;
}
