import { showFlag } from '../../src/cli/help.ts';
import { type OptionEntry, optionEntries } from '../../src/config/option-index.ts';
import { type FlagSpec, type Topic, type VariableSpec, flagName, topics } from '../../src/config/option-spec.ts';

/** `docs/reference/options.md`: every flag and variable, by topic, from the option table. */
export function renderOptionsPage(): string {
  // An entry of `topics` is a Topic; Object.entries forgets the key type.
  const chapters = (Object.entries(topics) as [Topic, string][]).map(([topic, title]) => {
    const rows = optionEntries.filter(({ spec }) => spec.topic === topic).map(renderRow);
    return [
      `## ${title}`,
      '',
      '| Flag | Variable | Default | Accepts | What it does |',
      '| --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n');
  });
  return `${[introduction, ...chapters, readers].join('\n\n')}\n`;
}

const introduction = `# Options

Generated from the option table by \`npm run reference\`; edit the table, not this page.

- A flag takes one dash or two, and its value after \`=\` or after a blank. A switch takes a value only after \`=\`:
  \`--stateless=false\`. Reading ends at the first word that is not a flag, and at a bare \`--\`.
- A flag wins over its variable, even when it is passed with the default. The environment wins over the file named by
  \`--env-file\`, which wins over \`~/.gitlab-mcp-server.env\`. A \`.env\` in the working directory is never read.
- An empty variable counts as unset, and hides what a file says. A variable may be quoted.
- Durations are written as \`90s\`, \`30m\` or \`1h30m\`. A variable means zero by the bare digit \`0\`.
- A wrong value refuses the start, with every problem at once: exit code 2 for a command line that cannot be understood,
  else 1. Where a wrong value is only reported, the last column says so.
- Node.js reads \`--env-file\` from the command line, too: when there is no such file, it ends the process with its own words
  and exit code 9 before this program runs. The variable \`GITLAB_MCP_ENV_FILE\` names the same file without that.
- No flag takes a secret, because everyone on a machine can read process arguments.`;

const readers = `## Who reads what

The names in the first two columns are followed by who reads them, unless both transports do: *HTTP* or *stdio*.
*command* flags run one command and exit. *HTTP, checked on stdio* marks a variable that has no use on stdio, but must be
right there too, so that one environment serves both. A stdio server that is passed an HTTP flag ignores it and says so;
it refuses to start when the flag would have withheld something (\`--read-only\`, \`--safe-mode\`, \`--exclude-tools\`) or
names another instance than \`GITLAB_URL\`.`;

const flagReaders: Readonly<Record<FlagSpec['readBy'], string>> = {
  both: '',
  http: ' *HTTP*',
  'one-shot': ' *command*',
};

const variableReaders: Readonly<Record<VariableSpec<unknown>['readBy'], string>> = {
  both: '',
  http: ' *HTTP*',
  stdio: ' *stdio*',
  checked: ' *HTTP, checked on stdio*',
};

function renderRow({ spec }: OptionEntry): string {
  const { flag, variable, kind, help, lenient, secret, defaultFor = {} } = spec;
  const defaults = [
    spec.default === '' ? '' : code(spec.default),
    ...Object.entries(defaultFor).map(([situation, text]) => `${code(text)} (${situation})`),
  ].filter((text) => text !== '');
  const remarks = [
    help,
    secret === true ? 'Secret: never printed.' : '',
    lenient !== undefined && lenient.level !== 'silent'
      ? `A wrong value is reported and replaced${lenient.transport === 'both' ? '' : ` (${lenient.transport === 'http' ? 'HTTP' : 'stdio'})`}.`
      : '',
  ].filter((text) => text !== '');
  const cells = [
    flag === undefined
      ? ''
      : `${code(kind.flagType === 'bool' ? showFlag(flag.name, kind) : flagName(flag.name))}${flagReaders[flag.readBy]}`,
    variable === undefined
      ? ''
      : `${[variable.name, ...(variable.otherNames ?? [])].map(code).join(', ')}${variableReaders[variable.readBy]}`,
    defaults.join(', '),
    kind.accepts,
    remarks.join(' '),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function code(text: string): string {
  return `\`${text}\``;
}
