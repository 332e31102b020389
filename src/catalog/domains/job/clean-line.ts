import { sectionMarker, splitTimestamp } from './log-lines.ts';

/** Escape sequences: operating system commands and other strings, control sequences, and the short ones. */
const escapeSequence =
  /\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\|$)|(?:\x1b\[|\x9b)[0-?]*[ -/]*(?:[@-~]|$)|\x1b[ -/]*[0-~]?/g;

const controlCharacter = /[\0-\x08\x0a-\x1f\x7f-\x9f]/g;

/**
 * A line of a log as a terminal would show it in the end: without colours and cursor movement, without section markers,
 * with what was overwritten gone. Time stamps are dropped, or kept in front when asked for.
 */
export function cleanLine(line: string, options: { readonly timestamps: boolean }): string {
  const { time, text } = splitTimestamp(line);
  const plain = finalText(text.includes('section_') ? text.replace(sectionMarker, '') : text);
  return options.timestamps && time !== undefined ? `${time} ${plain}` : plain;
}

function finalText(text: string): string {
  // Most lines have nothing to remove.
  if (!/[\0-\x08\x0a-\x1f\x7f-\x9f]/.test(text)) return text;
  const shown = text.replace(escapeSequence, '').replace(/\r+$/, '');
  return rubOut(shown.slice(shown.lastIndexOf('\r') + 1)).replace(controlCharacter, '');
}

/** Backspaces take the character before them away. */
function rubOut(text: string): string {
  if (!text.includes('\b')) return text;
  const kept: string[] = [];
  for (const character of text) {
    if (character === '\b') kept.pop();
    else kept.push(character);
  }
  return kept.join('');
}
