import { Buffer } from 'node:buffer';
import { asText, inlineLimitBytes } from '../../download.ts';

export interface LineRange {
  readonly start_line?: number;
  readonly end_line?: number;
}

/**
 * A file or blob as GitLab gives it, with its content as the text it is instead of base64. Long text is cut at a line
 * and says where to go on; bytes that are no text stay base64 as long as they are small.
 */
export function decodeFile(file: unknown, range: LineRange, note: (text: string) => void): unknown {
  if (typeof file !== 'object' || file === null || !('content' in file) || typeof file.content !== 'string')
    return file;
  if (!('encoding' in file) || file.encoding !== 'base64') return file;
  const bytes = Buffer.from(file.content, 'base64');
  const text = asText(bytes);
  if (text !== undefined) return { ...file, encoding: 'text', ...textPart(text, range, note) };
  if (bytes.length <= inlineLimitBytes) return file;
  note(`The file has ${bytes.length} bytes that are not text, so its content is left out.`);
  const { content: _, ...facts } = file;
  return { ...facts, complete: false };
}

interface TextPart {
  readonly content: string;
  readonly first_line: number | null;
  readonly last_line: number | null;
  readonly total_lines: number;
  /** Whether `content` is the whole file. */
  readonly complete: boolean;
  readonly next_start_line: number | null;
}

/** Lines of a text from the start of the range on, as many as fit. A single line that does not fit is cut, with a note. */
function textPart(text: string, range: LineRange, note: (text: string) => void): TextPart {
  const lines = text.split(/(?<=\n)/);
  const total = text === '' ? 0 : lines.length;
  const start = range.start_line ?? 1;
  const end = Math.min(range.end_line ?? total, total);
  if (start > Math.max(total, 1)) note(`The file has only ${total} lines.`);

  let content = '';
  let next = start;
  while (next <= end) {
    const line = lines[next - 1] ?? '';
    if (content !== '' && content.length + line.length > inlineLimitBytes) break;
    content += line;
    next += 1;
  }
  const isCut = content.length > inlineLimitBytes;
  if (isCut) {
    note(`Line ${start} has ${content.length} characters, only the first ${inlineLimitBytes} are shown.`);
    content = content.slice(0, inlineLimitBytes).replace(/[\ud800-\udbff]$/, '');
  }
  const goesOn = next <= total && next > start;
  if (goesOn && next <= end) note(`Lines ${start} to ${next - 1} of ${total}. Go on with start_line ${next}.`);
  return {
    content,
    first_line: next > start ? start : null,
    last_line: next > start ? next - 1 : null,
    total_lines: total,
    complete: !isCut && start === 1 && next > total,
    next_start_line: goesOn ? next : null,
  };
}
