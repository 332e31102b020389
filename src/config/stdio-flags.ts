import { instanceUrls } from './addresses.ts';
import { flagEntries } from './option-index.ts';
import { type VariableSpec, flagName } from './option-spec.ts';
import { goBoolean } from './quantities.ts';
import { type StartLine, info, warn } from './start-line.ts';

export interface IgnoredFlags {
  readonly problems: readonly string[];
  readonly lines: readonly StartLine[];
}

/**
 * What becomes of HTTP-only flags on stdio (START-06): they are named and ignored, unless ignoring one would
 * serve more than it asked for, or another instance.
 */
export function judgeIgnoredFlags(
  flags: ReadonlyMap<string, string>,
  instances: readonly string[],
  choice: { readonly automatic: boolean },
): IgnoredFlags {
  const ignored = [...flags].filter(([name]) => flagEntries.get(name)?.spec.flag?.readBy === 'http');
  const problems = ignored.flatMap(([name, text]) => findRefusal(name, text, instances) ?? []);

  const replaced = ignored.flatMap(([name]) => {
    const variable = findStdioVariable(name);
    return variable === undefined ? [] : [`${flagName(name)} (stdio reads ${variable})`];
  });
  const others = ignored.filter(([name]) => findStdioVariable(name) === undefined).map(([name]) => flagName(name));
  const message = 'flags that only the HTTP transport reads are ignored on stdio';
  const lines: StartLine[] = [];
  // Under --transport=auto one command line serves both transports, so flags that stdio has no use for are no surprise.
  if (!choice.automatic && ignored.length > 0) lines.push(warn(message, { flags: [...replaced, ...others] }));
  if (choice.automatic && replaced.length > 0) lines.push(warn(message, { flags: replaced }));
  if (choice.automatic && others.length > 0) lines.push(info(message, { flags: others }));
  return { problems, lines };
}

function findRefusal(name: string, text: string, instances: readonly string[]): string | undefined {
  switch (name) {
    case 'read-only':
    case 'safe-mode': {
      const parsed = goBoolean.parse(text);
      return parsed.ok && parsed.value ? refusal(name, `set ${findStdioVariable(name)}=true`) : undefined;
    }
    case 'exclude-tools':
      return text.split(',').some((entry) => entry.trim() !== '')
        ? refusal(name, `set ${findStdioVariable(name)}`)
        : undefined;
    case 'gitlab-url': {
      const parsed = instanceUrls.parse(text);
      const agrees = parsed.ok && parsed.value.every((url) => instances.includes(url));
      return agrees ? undefined : '--gitlab-url is not read on stdio and names another instance: set GITLAB_URL';
    }
    default:
      return undefined;
  }
}

function refusal(name: string, remedy: string): string {
  return `${flagName(name)} is not read on stdio, so what it withholds would be served: ${remedy}`;
}

/** The variable that does for stdio what the flag does for HTTP. */
function findStdioVariable(name: string): string | undefined {
  if (name === 'max-request-body-bytes') return 'GITLAB_MCP_STDIO_MAX_LINE_BYTES';
  const variable: VariableSpec<unknown> | undefined = flagEntries.get(name)?.spec.variable;
  return variable?.readBy === 'both' ? variable.name : undefined;
}
