import { isIPv4, isIPv6 } from 'node:net';

/** An IP address as numbers: one unsigned 32-bit value, or eight 16-bit groups. */
export type Address =
  | { readonly family: 4; readonly value: number }
  | { readonly family: 6; readonly groups: readonly number[] };

/**
 * Reads an address in any spelling `net.isIP` accepts; a zone (`%eth0`) is dropped, brackets and ports are not accepted.
 * `undefined` when the text is not an address.
 */
export function parseAddress(text: string): Address | undefined {
  if (isIPv4(text)) return { family: 4, value: toUint32(text) };
  // A host name has no colon, and to ask about one is what takes Node long. See `classifyAddress`.
  if (text.includes(':') && isIPv6(text)) return { family: 6, groups: toGroups(text) };
  return undefined;
}

/** IPv4 written in its IPv6 forms (`::ffff:a.b.c.d`) as plain IPv4; everything else unchanged. */
export function unmap(address: Address): Address {
  if (address.family === 4) return address;
  const { groups } = address;
  return hasPrefix(groups, [0, 0, 0, 0, 0, 0xffff]) ? { family: 4, value: lastIPv4(groups) } : address;
}

/** The one spelling of an address: dotted IPv4, RFC 5952 IPv6. */
export function formatAddress(address: Address): string {
  if (address.family === 4) {
    const { value } = address;
    return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`;
  }
  const { groups } = address;
  const gap = longestZeroRun(groups);
  const hex = groups.map((group) => group.toString(16));
  if (gap.length < 2) return hex.join(':');
  return `${hex.slice(0, gap.start).join(':')}::${hex.slice(gap.start + gap.length).join(':')}`;
}

/** Two 16-bit groups as an unsigned 32-bit value. */
export function joinGroups(high: number, low: number): number {
  return high * 0x10000 + low;
}

export function hasPrefix(groups: readonly number[], prefix: readonly number[]): boolean {
  return prefix.every((group, index) => groups[index] === group);
}

function lastIPv4(groups: readonly number[]): number {
  return joinGroups(groups[6] ?? 0, groups[7] ?? 0);
}

function toUint32(dotted: string): number {
  return dotted.split('.').reduce((value, part) => value * 256 + Number(part), 0);
}

function toGroups(text: string): number[] {
  const zone = text.indexOf('%');
  const [head = '', tail] = (zone === -1 ? text : text.slice(0, zone)).split('::');
  const left = readGroups(head);
  if (tail === undefined) return left;
  const right = readGroups(tail);
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right];
}

function readGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)];
    const value = toUint32(part);
    return [value >>> 16, value & 0xffff];
  });
}

function longestZeroRun(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let start = 0;
  for (let index = 0; index <= groups.length; index += 1) {
    if (groups[index] === 0) continue;
    if (index - start > best.length) best = { start, length: index - start };
    start = index + 1;
  }
  return best;
}
