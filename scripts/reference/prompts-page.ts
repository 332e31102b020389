import { allPrompts } from '../../src/prompts/all-prompts.ts';
import type { Prompt } from '../../src/prompts/prompt.ts';
import { titleOf } from '../../src/prompts/title.ts';

/** `docs/reference/prompts.md`: every prompt with its arguments, cost and sources. */
export function renderPromptsPage(): string {
  return `${[introduction, ...allPrompts.map(renderPrompt)].join('\n\n')}\n`;
}

const introduction = `# Prompts

Generated from the prompts by \`npm run reference\`; edit them, not this page. [The guide](../guides/prompts.md) says how they
are used.

An argument with an asterisk must be given. *Requests* is the most that one briefing costs, repeats of a busy GitLab
not counted. A prompt is not listed when one of its actions is excluded; actions in brackets it can do without.`;

function renderPrompt({
  name,
  description,
  arguments: args,
  actions,
  optionalActions = [],
  maxRequests,
}: Prompt): string {
  const rows = Object.entries(args).map(
    ([argument, { description: about, required }]) => `| \`${argument}\`${required ? '\\*' : ''} | ${about} |`,
  );
  const used = [...actions.map((id) => `\`${id}\``), ...optionalActions.map((id) => `(\`${id}\`)`)].join(', ');
  return [
    `## ${titleOf(name)}`,
    `\`${name}\`: ${description}`,
    ['| Argument | |', '| --- | --- |', ...rows].join('\n'),
    `Requests: ${maxRequests}. Actions: ${used}.`,
  ].join('\n\n');
}
