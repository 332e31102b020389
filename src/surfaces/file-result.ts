import { createHash } from 'node:crypto';
import { bytesText } from './render/dates.ts';
import { code, fence } from './render/markdown.ts';
import { plain, read, type Thing } from './render/thing.ts';

/** The most of a file that travels inside a result. Above it there is only what is known about the file (trap T-76). */
const inlineBytes = 1024 * 1024;
/** The most of a file that is shown as text as well. */
const textBytes = 64 * 1024;

export interface FileResult {
  readonly structured: Thing;
  readonly text: string;
  /** The content was left out, so the caller did not get what it asked for. */
  readonly isTooLarge: boolean;
}

/**
 * A download: bytes, or bytes with a name and type (`{ content, file_name, content_type }`). An object without bytes
 * describes a file that was written elsewhere and passes as it is: `undefined`.
 */
export function fileResult(value: unknown): FileResult | undefined {
  const content = value instanceof Uint8Array ? value : read(value, 'content');
  if (!(content instanceof Uint8Array)) return undefined;
  const facts = {
    ...optional('file_name', plain(read(value, 'file_name'))),
    ...optional('content_type', plain(read(value, 'content_type'))),
    size: content.byteLength,
    sha256: createHash('sha256').update(content).digest('hex'),
  };
  const lines = [
    '## File',
    '',
    ...('file_name' in facts ? [`- **Name**: ${code(facts.file_name)}`] : []),
    ...('content_type' in facts ? [`- **Type**: ${code(facts.content_type)}`] : []),
    `- **Size**: ${bytesText(facts.size)}`,
    `- **SHA-256**: \`${facts.sha256}\``,
  ];
  if (content.byteLength > inlineBytes) {
    lines.push('', `⚠️ The content is left out: a result carries at most ${bytesText(inlineBytes)}.`);
    return { structured: facts, text: lines.join('\n'), isTooLarge: true };
  }
  const text = decode(content);
  if (text === undefined) {
    const content_base64 = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64');
    lines.push('', 'The content is binary: it is in `content_base64` of the structured result.');
    return { structured: { ...facts, content_base64 }, text: lines.join('\n'), isTooLarge: false };
  }
  const shown = text.length > textBytes ? text.slice(0, textBytes).toWellFormed() : text;
  lines.push('', fence(shown));
  if (shown !== text) lines.push(`… (${text.length - shown.length} more characters)`);
  return { structured: { ...facts, text }, text: lines.join('\n'), isTooLarge: false };
}

function decode(content: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    return text.includes('\0') ? undefined : text;
  } catch {
    // Not UTF-8, so it is no text.
    return undefined;
  }
}

function optional<Name extends string>(name: Name, value: string): { readonly [Key in Name]?: string } {
  // One key of a known name: TypeScript widens computed keys to `string`.
  return (value === '' ? {} : { [name]: value }) as { readonly [Key in Name]?: string };
}
