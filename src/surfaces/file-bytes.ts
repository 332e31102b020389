import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';

/** Bytes of a download that go into a result (trap T-76). */
const inlineBytes = 64 * 1024;

/** Plain bytes described as downloads are: size, digest, and the content when it is small, as text when it is text. */
export function describeBytes(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const facts = { size: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') };
  if (bytes.byteLength > inlineBytes) return { ...facts, complete: false };
  const text = decode(bytes);
  const content = text ?? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return { ...facts, encoding: text === undefined ? 'base64' : 'text', content };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    // Not UTF-8, so it is no text.
    return undefined;
  }
}
