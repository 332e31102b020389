import type { Action } from './action.ts';
import type { Normalised } from './normalise.ts';

/** A line that GitLab would take for a quick action. */
export interface QuickAction {
  /** From 1. */
  readonly line: number;
  /** The command with its slash, as it was written. */
  readonly command: string;
}

/**
 * Keeps GitLab from running what merely stands in a text: lines such as `/close` or `/assign @all` in a field that runs
 * quick actions are escaped, unless the caller allowed them. The notes list them either way, in a preview too (trap T-79).
 */
export function guardQuickActions(action: Action, { input, notes }: Normalised): Normalised {
  const isAllowed = allowsQuickActions(input);
  let guarded = input;
  const said: string[] = [];
  for (const [name, field] of Object.entries(action.params)) {
    const text = input[name];
    if (field.type !== 'string' || field.quickActions !== true || typeof text !== 'string') continue;
    const lines = findQuickActions(text);
    if (lines.length === 0) continue;
    said.push(`${name}: GitLab ${isAllowed ? 'runs' : 'would run'} ${describe(lines)}${isAllowed ? allowed : escaped}`);
    if (!isAllowed) guarded = { ...guarded, [name]: escapeLines(text, lines) };
  }
  return said.length === 0 ? { input, notes } : { input: guarded, notes: [...notes, ...said] };
}

const allowed = ', as allow_quick_actions says.';
const escaped = '. Escaped, so that they stay text: only with allow_quick_actions true does GitLab run them.';

/** Whether the caller wants GitLab to run what it finds in the texts. */
export function allowsQuickActions(input: Readonly<Record<string, unknown>>): boolean {
  return input['allow_quick_actions'] === true;
}

/**
 * The lines of a text that GitLab would run: those that begin with a slash and a command, with a blank or the end after
 * it. Any word counts as a command, because which ones there are differs between releases, and an escaped slash reads as
 * before. Letters of every script count, because GitLab compares without regard to case and so takes `ſ` for an `s`. It
 * drops carriage returns before it looks, so a lone one ends a line here and may split a command.
 *
 * What stands in a fenced block is code and not run, but a fence is only believed where nothing can take it away.
 */
export function findQuickActions(text: string): readonly QuickAction[] {
  if (!mayHoldSome.test(text)) return [];
  const found: QuickAction[] = [];
  let believesFences = !hidesFences.test(text);
  let open: { readonly fence: string; readonly foundBefore: number } | undefined;
  let line = 0;
  for (const [, content = '', end = ''] of text.matchAll(everyLine)) {
    line += 1;
    if (open !== undefined) {
      if (closes(content, open.fence)) {
        found.length = open.foundBefore;
        open = undefined;
      }
    } else if (believesFences) {
      const fence = openingFence.exec(content)?.[0];
      if (fence !== undefined) open = { fence, foundBefore: found.length };
      else believesFences = !swallowsFences.test(content);
    }
    const command = commandLine.exec(content)?.[0] ?? (content === '/' && end === '\r' ? content : undefined);
    if (command !== undefined) found.push({ line, command });
  }
  // What was found in a block that nothing closes stays found.
  return found;
}

const mayHoldSome = /(?:^|[\r\n])\//;
const everyLine = /([^\r\n]*)(\r\n|\r|\n|$)/g;
const commandLine = /^\/\p{L}[\p{L}\p{M}\p{N}_-]*(?=\s|$)/u;

/** An info string after back-ticks holds none, else it is code within a line. */
const openingFence = /^(?:`{3,}(?=[^`]*$)|~{3,})/;

/** A lone carriage return, which GitLab drops and which may then make a fence. A byte order mark before one. Front matter. */
const hidesFences = /\r(?!\n)|^\uFEFF|^\s*(?:---|\+\+\+|;;;)/;

/**
 * Markdown closes lists and quotes before a fence that begins a line. What does not give way to one is HTML, GitLab's own
 * blocks for quotes and formulas, and a block of code whose fence is indented.
 */
const swallowsFences = /^(?:[ \t]*<|[ \t]+(?:```|~~~)|>>>|\$\$)/;

function closes(line: string, fence: string): boolean {
  const mark = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1];
  return mark !== undefined && mark.startsWith(fence);
}

function escapeLines(text: string, lines: readonly QuickAction[]): string {
  const wanted = new Set(lines.map((each) => each.line));
  let line = 0;
  return text.replace(everyLine, (whole) => {
    line += 1;
    return wanted.has(line) ? `\\${whole}` : whole;
  });
}

/** Commands named in one note, and the letters of each. */
const maxNamed = { commands: 5, letters: 40 };

function describe(lines: readonly QuickAction[]): string {
  const named = lines
    .slice(0, maxNamed.commands)
    .map(({ line, command }) => `${command.slice(0, maxNamed.letters)} in line ${line}`);
  const rest = lines.length - named.length;
  const count = lines.length === 1 ? 'a line as quick action' : `${lines.length} lines as quick actions`;
  return `${count} (${named.join(', ')}${rest === 0 ? '' : ` and ${rest} more`})`;
}
