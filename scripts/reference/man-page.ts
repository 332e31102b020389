import { describeOption } from '../../src/cli/help.ts';
import { wrap } from '../../src/cli/wrap.ts';
import { type OptionEntry, optionEntries } from '../../src/config/option-index.ts';
import { type Topic, topics } from '../../src/config/option-spec.ts';

/** `man/gitlab-mcp-server.1`: the manual page, its options from the table. */
export function renderManPage(): string {
  // An entry of `topics` is a Topic; Object.entries forgets the key type.
  const chapters = (Object.entries(topics) as [Topic, string][]).flatMap(([topic, title]) => [
    `.SS ${roff(title)}`,
    ...optionEntries.filter(({ spec }) => spec.topic === topic).flatMap(renderOption),
  ]);
  return `${[...opening, ...chapters, ...closing].join('\n')}\n`;
}

const opening = [
  '.\\" Generated from the option table by "npm run reference"; edit the table, not this page.',
  '.TH GITLAB-MCP-SERVER 1 "" "gitlab-mcp-server" "User Commands"',
  '.SH NAME',
  'gitlab-mcp-server \\- Model Context Protocol server for GitLab',
  '.SH SYNOPSIS',
  '.B gitlab-mcp-server',
  '.RI [ flags ]',
  '.br',
  '.B gitlab-mcp-server',
  '.B \\-\\-http \\-\\-gitlab\\-url',
  '.I url',
  '.RI [ flags ]',
  '.SH DESCRIPTION',
  'Lets AI assistants work with GitLab, as the user whose token they bring.',
  'Without flags it serves one client over standard input and output, with the',
  'token in',
  '.BR GITLAB_TOKEN .',
  'With',
  '.B \\-\\-http',
  'it serves many clients over HTTP, each with a token of its own.',
  '.PP',
  'One dash or two. A value follows after',
  '.B =',
  'or a blank; a switch takes one only after',
  '.BR = ,',
  'as in',
  '.BR \\-\\-stateless=false .',
  'Reading ends at the first word that is not a flag.',
  'Variables stand in brackets; [http] marks a flag that stdio ignores.',
  '.PP',
  'A flag wins over its variable, and the environment over',
  '.I ~/.gitlab\\-mcp\\-server.env',
  'and over the file named by',
  '.BR \\-\\-env\\-file ,',
  'which wins over the former.',
  '.SH OPTIONS',
];

const closing = [
  '.SH EXIT STATUS',
  ...listed([
    ['0', 'It did what it was asked to do, or was asked to stop.'],
    ['1', 'The start was refused, or a check failed.'],
    ['2', 'The command line cannot be understood.'],
    ['9', 'Node.js found no file where --env-file points; it looks before this program can.'],
  ]),
  '.SH FILES',
  ...listed([['~/.gitlab-mcp-server.env', 'Variables, one a line, for every start by this user.']]),
  '.SH EXAMPLES',
  ...listed([
    ['gitlab-mcp-server --demo', 'Try it with a practice GitLab.'],
    ['gitlab-mcp-server --print-config=vscode', 'What VS Code has to be told.'],
    ['gitlab-mcp-server --doctor', 'Look for what is wrong with the configuration.'],
    ['gitlab-mcp-server --http --gitlab-url=https://gitlab.example.com', 'Serve a team.'],
  ]),
];

function listed(entries: readonly (readonly [string, string])[]): readonly string[] {
  return entries.flatMap(([head, text]) => ['.TP', `.B ${roff(head)}`, ...paragraph(text)]);
}

function renderOption({ spec }: OptionEntry): readonly string[] {
  const { head, text } = describeOption(spec);
  return ['.TP', `.B ${roff(head)}`, ...paragraph(text)];
}

function paragraph(text: string): readonly string[] {
  // Wrapped before it is escaped, to be read by people; how wide a page is shown is the reader's choice.
  return wrap(text, 0).split('\n').map(roff);
}

/** Text that roff prints as it is: no escapes, real hyphens, and no line that starts with a command. */
function roff(text: string): string {
  const plain = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('~', '\\(ti').replaceAll('^', '\\(ha');
  return /^[.']/.test(plain) ? `\\&${plain}` : plain;
}
