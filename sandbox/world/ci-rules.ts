/** What a pipeline runs for, as its rules see it. */
export interface CiContext {
  readonly variables: ReadonlyMap<string, string>;
  readonly ref: string;
  readonly isTag: boolean;
  readonly source: string;
  /** Paths the push or the merge request changed; undefined when there is nothing to compare with. */
  changedPaths(): readonly string[] | undefined;
  exists(pattern: string): boolean;
}

export interface Rule {
  readonly if: string | undefined;
  readonly changes: readonly string[] | undefined;
  readonly exists: readonly string[] | undefined;
  readonly when: string | undefined;
  readonly allowFailure: boolean | undefined;
  readonly variables: ReadonlyMap<string, string>;
}

/** The first rule that fits; undefined when none does. */
export function matchRule(rules: readonly Rule[], context: CiContext): Rule | undefined {
  return rules.find(
    (rule) =>
      (rule.if === undefined || evaluate(rule.if, context.variables)) &&
      (rule.changes === undefined || changed(rule.changes, context)) &&
      (rule.exists === undefined || rule.exists.some((pattern) => context.exists(pattern))),
  );
}

/** Whether `only` or `except` names this pipeline: keywords, ref names, and patterns between slashes. */
export function matchRefs(patterns: readonly string[], context: CiContext): boolean {
  const keywords: Readonly<Record<string, boolean>> = {
    branches: !context.isTag,
    tags: context.isTag,
    merge_requests: context.source === 'merge_request_event',
    pushes: context.source === 'push',
    web: context.source === 'web',
    api: context.source === 'api',
    schedules: context.source === 'schedule',
    triggers: context.source === 'trigger',
    pipelines: context.source === 'pipeline',
  };
  return patterns.some((pattern) => {
    const regex = toRegExp(pattern);
    return keywords[pattern] ?? (regex === undefined ? pattern === context.ref : regex.test(context.ref));
  });
}

function changed(patterns: readonly string[], context: CiContext): boolean {
  const changedPaths = context.changedPaths();
  return changedPaths === undefined || changedPaths.some((path) => patterns.some((glob) => matchGlob(glob, path)));
}

/** `*` stays within a folder, `**` does not; `{a,b}` is one of both. */
export function matchGlob(glob: string, path: string): boolean {
  const source = glob
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\{([^}]*)\}/g, (_, options: string) => `(?:${options.replaceAll(',', '|')})`)
    .replace(/\*\*\/?|\*|\?/g, (star) =>
      star === '**/' ? '(?:.*/)?' : star === '**' ? '.*' : star === '*' ? '[^/]*' : '[^/]',
    );
  return new RegExp(`^${source}$`).test(path);
}

/** `$A == "x" && ($B =~ /re/ || $C)`; nothing and empty are false. */
export function evaluate(expression: string, variables: ReadonlyMap<string, string>): boolean {
  const tokens = expression.match(/\/(?:[^/\\]|\\.)+\/i?|"[^"]*"|'[^']*'|\$\w+|&&|\|\||==|!=|=~|!~|[()]|null/g) ?? [];
  let at = 0;
  const value = (token: string | undefined): string | undefined => {
    if (token === undefined || token === 'null') return undefined;
    if (token.startsWith('$')) return variables.get(token.slice(1));
    return /^["']/.test(token) ? token.slice(1, -1) : token;
  };
  const comparison = (): boolean => {
    if (tokens[at] === '(') {
      at += 1;
      const inner = alternatives();
      at += 1;
      return inner;
    }
    const left = value(tokens[at++]);
    const operator = tokens[at] ?? '';
    if (!['==', '!=', '=~', '!~'].includes(operator)) return left !== undefined && left !== '';
    at += 1;
    const right = value(tokens[at++]);
    if (operator === '==') return left === right;
    if (operator === '!=') return left !== right;
    const isMatch = left !== undefined && right !== undefined && (toRegExp(right)?.test(left) ?? false);
    return operator === '=~' ? isMatch : !isMatch;
  };
  const conjunction = (): boolean => {
    let result = comparison();
    while (tokens[at] === '&&') {
      at += 1;
      const next = comparison();
      result &&= next;
    }
    return result;
  };
  const alternatives = (): boolean => {
    let result = conjunction();
    while (tokens[at] === '||') {
      at += 1;
      const next = conjunction();
      result ||= next;
    }
    return result;
  };
  return alternatives();
}

function toRegExp(text: string): RegExp | undefined {
  const match = /^\/(.+)\/(i?)$/.exec(text);
  if (match === null) return undefined;
  try {
    return new RegExp(match[1] ?? '', match[2]);
  } catch {
    // Not a pattern JavaScript knows: it matches nothing.
    return undefined;
  }
}
