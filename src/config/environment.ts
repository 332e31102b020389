import { type DotenvFiles, cleanValue } from './dotenv.ts';

/** A variable and where it was set. Values are cleaned and never empty: empty means unset everywhere. */
export interface Variable {
  readonly name: string;
  readonly value: string;
  /** The dotenv file it came from; undefined for the process environment. */
  readonly file: string | undefined;
}

/**
 * The variables in force: process environment, then the named file, then the home file. A variable that is
 * exported empty hides what a file says, and then counts as unset.
 */
export function mergeEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  files: DotenvFiles,
): ReadonlyMap<string, Variable> {
  const layers = [
    { values: environment, file: undefined },
    { values: files.named?.values ?? {}, file: files.named?.path },
    { values: files.home?.values ?? {}, file: files.home?.path },
  ];
  const seen = new Set<string>();
  const variables = new Map<string, Variable>();
  for (const { values, file } of layers) {
    for (const [name, raw] of Object.entries(values)) {
      if (raw === undefined || seen.has(name)) continue;
      seen.add(name);
      const value = cleanValue(raw);
      if (value !== '') variables.set(name, { name, value, file });
    }
  }
  return variables;
}

/** `(environment)` or `(/home/ada/.gitlab-mcp-server.env)`. */
export function describeOrigin({ file }: Pick<Variable, 'file'>): string {
  return `(${file ?? 'environment'})`;
}
