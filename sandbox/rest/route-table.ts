interface Node<R> {
  readonly literals: Map<string, Node<R>>;
  /** `archive.:format`: literal text in front of a parameter. */
  readonly prefixed: { readonly prefix: string; readonly node: Node<R> }[];
  parameter: Node<R> | undefined;
  /** `*path`: one or more segments. */
  rest: Node<R> | undefined;
  readonly methods: Map<string, Entry<R>>;
}

interface Entry<R> {
  readonly route: R;
  readonly names: readonly string[];
}

export type Match<R> =
  | { readonly kind: 'found'; readonly route: R; readonly path: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong-method'; readonly allowed: readonly string[] }
  | { readonly kind: 'none' };

/**
 * Routes in GitLab's own spelling: `/projects/:id/issues/:issue_iid`, `/groups/:id/(-/)epics`, `/lint/*path`.
 * Matching looks at the raw path, so that an encoded slash stays inside its segment; each value is decoded once,
 * afterwards. Literals win over parameters, parameters over `*rest`.
 */
export class RouteTable<R> {
  readonly #root = createNode<R>();

  add(method: string, pattern: string, route: R): void {
    for (const path of spellings(pattern)) this.#insert(method, path, route);
  }

  match(method: string, rawPath: string): Match<R> {
    const segments = toSegments(rawPath);
    const wanted = method === 'HEAD' ? 'GET' : method;
    const found = this.#search(segments, (node) => node.methods.has(wanted));
    if (found === undefined) {
      const other = this.#search(segments, (node) => node.methods.size > 0);
      return other === undefined ? { kind: 'none' } : { kind: 'wrong-method', allowed: [...other.node.methods.keys()] };
    }
    const entry = found.node.methods.get(wanted);
    const path = entry === undefined ? undefined : toPath(entry.names, found.values);
    return entry === undefined || path === undefined ? { kind: 'none' } : { kind: 'found', route: entry.route, path };
  }

  #insert(method: string, path: string, route: R): void {
    const names: string[] = [];
    let node = this.#root;
    for (const segment of toSegments(path)) node = step(node, segment, names);
    if (node.methods.has(method)) throw new Error(`two routes for ${method} ${path}`);
    node.methods.set(method, { route, names });
  }

  #search(
    segments: readonly string[],
    accepts: (node: Node<R>) => boolean,
  ): { node: Node<R>; values: readonly string[] } | undefined {
    const values: string[] = [];
    const visit = (node: Node<R>, at: number): Node<R> | undefined => {
      const segment = segments[at];
      if (segment === undefined) return accepts(node) ? node : undefined;
      const literal = node.literals.get(segment);
      const byLiteral = literal === undefined ? undefined : visit(literal, at + 1);
      if (byLiteral !== undefined) return byLiteral;
      for (const { prefix, node: next } of node.prefixed) {
        if (!segment.startsWith(prefix) || segment.length === prefix.length) continue;
        const found = take(segment.slice(prefix.length), next, at + 1);
        if (found !== undefined) return found;
      }
      const byParameter = node.parameter === undefined ? undefined : take(segment, node.parameter, at + 1);
      if (byParameter !== undefined || node.rest === undefined) return byParameter;
      for (let end = segments.length; end > at; end--) {
        const found = take(segments.slice(at, end).join('/'), node.rest, end);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    const take = (value: string, node: Node<R>, at: number): Node<R> | undefined => {
      values.push(value);
      const found = value === '' ? undefined : visit(node, at);
      if (found === undefined) values.pop();
      return found;
    };
    const node = visit(this.#root, 0);
    return node === undefined ? undefined : { node, values };
  }
}

function createNode<R>(): Node<R> {
  return { literals: new Map(), prefixed: [], parameter: undefined, rest: undefined, methods: new Map() };
}

function step<R>(node: Node<R>, segment: string, names: string[]): Node<R> {
  const colon = segment.indexOf(':');
  if (colon === 0) {
    names.push(segment.slice(1));
    node.parameter ??= createNode();
    return node.parameter;
  }
  if (segment.startsWith('*')) {
    names.push(segment.slice(1));
    node.rest ??= createNode();
    return node.rest;
  }
  if (colon > 0) {
    names.push(segment.slice(colon + 1));
    const prefix = segment.slice(0, colon);
    const known = node.prefixed.find((candidate) => candidate.prefix === prefix);
    if (known !== undefined) return known.node;
    const created = createNode<R>();
    node.prefixed.push({ prefix, node: created });
    return created;
  }
  const known = node.literals.get(segment);
  if (known !== undefined) return known;
  const created = createNode<R>();
  node.literals.set(segment, created);
  return created;
}

/** A pattern with `(optional)` parts, written out: with and without each of them. */
function spellings(pattern: string): string[] {
  const match = /^(.*?)\(([^()]*)\)(.*)$/.exec(pattern);
  if (match === null) return [pattern];
  const [, before = '', inside = '', after = ''] = match;
  return [...spellings(before + inside + after), ...spellings(before + after)];
}

function toSegments(path: string): string[] {
  const trimmed = path.endsWith('/') ? path.slice(1, -1) : path.slice(1);
  return trimmed.split('/');
}

function toPath(names: readonly string[], values: readonly string[]): Record<string, string> | undefined {
  const path: Record<string, string> = {};
  try {
    names.forEach((name, index) => {
      path[name] = decodeURIComponent(values[index] ?? '');
    });
    return path;
  } catch {
    // Not percent-encoded UTF-8: no object has such a name.
    return undefined;
  }
}
