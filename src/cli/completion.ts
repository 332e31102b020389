import { type OptionEntry, optionEntries } from '../config/option-index.ts';
import { flagName } from '../config/option-spec.ts';

export type Shell = 'bash' | 'zsh' | 'fish';

/** `--completion`: a script that the shell reads at its start. Made from the option table, so it knows every flag. */
export function renderCompletion(shell: Shell): string {
  const flags = optionEntries.flatMap(toFlag);
  switch (shell) {
    case 'bash':
      return bash(flags);
    case 'zsh':
      return zsh(flags);
    case 'fish':
      return fish(flags);
  }
}

interface Flag {
  /** With its dashes. */
  readonly name: string;
  readonly help: string;
  /** A switch takes its value only after an equals sign. */
  readonly isSwitch: boolean;
  readonly value: 'files' | 'directories' | 'none' | 'text' | readonly string[];
}

function toFlag({ spec: { flag, kind, help } }: OptionEntry): readonly Flag[] {
  if (flag === undefined) return [];
  return [
    {
      name: flagName(flag.name),
      // The first sentence: a menu has one line for each.
      help: (/^.*?[.:;](?=\s|$)/.exec(help)?.[0] ?? help).slice(0, -1),
      isSwitch: kind.flagType === 'bool',
      value: valuesOf(kind.placeholder, { isSwitch: kind.flagType === 'bool', isCommand: flag.readBy === 'one-shot' }),
    },
  ];
}

function valuesOf(
  placeholder: string,
  { isSwitch, isCommand }: { readonly isSwitch: boolean; readonly isCommand: boolean },
): Flag['value'] {
  if (placeholder.includes('|')) return placeholder.split('|');
  if (placeholder === 'path') return 'files';
  if (placeholder === 'paths') return 'directories';
  if (!isSwitch) return 'text';
  if (placeholder !== '') return [placeholder];
  return isCommand ? 'none' : ['true', 'false'];
}

function bash(flags: readonly Flag[]): string {
  const cases = flags.flatMap(({ name, value }) => {
    const answer = typeof value === 'string' ? bashAnswers[value] : offer(`compgen -W '${value.join(' ')}' -- "$cur"`);
    return answer === undefined ? [] : [`    ${name}) ${answer} ;;`];
  });
  // What is completed after a blank: a switch takes its value after an equals sign alone.
  const withBlank = flags.filter(({ isSwitch }) => !isSwitch).map(({ name }) => name);
  return `# bash completion of gitlab-mcp-server. Read it with: source <(gitlab-mcp-server --completion=bash)
_gitlab_mcp_server() {
  local cur=\${COMP_WORDS[COMP_CWORD]} flag=
  COMPREPLY=()
  # Bash takes --flag=value apart at the equals sign.
  if [[ $cur == = ]]; then
    flag=\${COMP_WORDS[COMP_CWORD-1]} cur=
  elif ((COMP_CWORD >= 2)) && [[ \${COMP_WORDS[COMP_CWORD-1]} == = ]]; then
    flag=\${COMP_WORDS[COMP_CWORD-2]}
  else
    case \${COMP_WORDS[COMP_CWORD-1]} in
      ${withBlank.join('|')})
        flag=\${COMP_WORDS[COMP_CWORD-1]} ;;
    esac
  fi
  case $flag in
    '') ${offer(`compgen -W '${flags.map(({ name }) => name).join(' ')}' -- "$cur"`)} ;;
${cases.join('\n')}
  esac
}
complete -o filenames -F _gitlab_mcp_server gitlab-mcp-server
`;
}

function offer(command: string): string {
  return `COMPREPLY=($(${command}))`;
}

/** A file's name may have blanks in it, so only the ends of lines part the names. */
const bashAnswers: Readonly<Record<string, string | undefined>> = {
  files: `local IFS=$'\\n'; ${offer('compgen -f -- "$cur"')}`,
  directories: `local IFS=$'\\n'; ${offer('compgen -d -- "$cur"')}`,
};

function zsh(flags: readonly Flag[]): string {
  const specs = flags.map(({ name, help, isSwitch, value }) => {
    const described = `[${help.replaceAll(/[[\]\\]/g, '\\$&')}]`;
    // A minus after the equals sign: the value follows in the same word. Two colons: it may be left out.
    const spec = isSwitch
      ? `${value === 'none' ? name : `${name}=-`}${described}${value === 'none' ? '' : `::value:${zshAction(value)}`}`
      : `${name}=${described}:value:${zshAction(value)}`;
    return `  '${spec.replaceAll("'", `'\\''`)}'`;
  });
  return `#compdef gitlab-mcp-server
# zsh completion of gitlab-mcp-server. Read it with: source <(gitlab-mcp-server --completion=zsh), after compinit.
_gitlab_mcp_server() {
  _arguments -S \\
${specs.map((spec) => `  ${spec} \\`).join('\n')}
    '*::target:_files'
}
compdef _gitlab_mcp_server gitlab-mcp-server
`;
}

function zshAction(value: Flag['value']): string {
  if (typeof value !== 'string') return `(${value.join(' ')})`;
  return { files: '_files', directories: '_files -/', text: ' ', none: ' ' }[value];
}

function fish(flags: readonly Flag[]): string {
  const lines = flags.map(({ name, help, isSwitch, value }) => {
    const option = name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`;
    const described = `-d '${help.replaceAll(/['\\]/g, '\\$&')}'`;
    return `complete -c gitlab-mcp-server ${option} ${fishValue(isSwitch, value)}${described}`;
  });
  return `# fish completion of gitlab-mcp-server. Read it with: gitlab-mcp-server --completion=fish | source
complete -c gitlab-mcp-server -f
${lines.join('\n')}
`;
}

function fishValue(isSwitch: boolean, value: Flag['value']): string {
  // -r would make fish offer the values of a switch as a word of its own, which the program does not read.
  if (isSwitch) return typeof value === 'string' ? '' : `-a '${value.join(' ')}' `;
  if (typeof value !== 'string') return `-x -a '${value.join(' ')}' `;
  return value === 'text' ? '-x ' : '-r -F ';
}
