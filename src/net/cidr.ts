import { type Address, parseAddress, unmap } from './address.ts';

/** A block of addresses: those that share the first `prefix` bits of `base`. */
export interface Cidr {
  readonly base: Address;
  readonly prefix: number;
}

/**
 * Reads `10.0.0.0/8`, `fd00::/8` or a single address. Bits after the prefix are ignored; an IPv4-mapped block of /96 or
 * longer is the IPv4 block it maps. `undefined` when the text is none of these.
 */
export function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf('/');
  const address = parseAddress(slash === -1 ? text : text.slice(0, slash));
  if (address === undefined) return undefined;

  const width = address.family === 4 ? 32 : 128;
  const prefix = slash === -1 ? width : parsePrefix(text.slice(slash + 1), width);
  if (prefix === undefined) return undefined;

  const plain = unmap(address);
  if (plain === address || prefix < 96) return { base: address, prefix };
  return { base: plain, prefix: prefix - 96 };
}

/** Whether the block has the address. Families are not mixed: pass IPv4 through `unmap` first. */
export function cidrHas(cidr: Cidr, address: Address): boolean {
  const { base, prefix } = cidr;
  if (base.family === 4) return address.family === 4 && sameBits(base.value, address.value, prefix, 32);
  if (address.family === 4) return false;
  return base.groups.every((group, index) =>
    sameBits(group, address.groups[index] ?? 0, Math.min(16, Math.max(0, prefix - index * 16)), 16),
  );
}

/** A list of blocks, such as the trusted proxies. IPv4-mapped addresses count as IPv4. */
export class CidrSet {
  readonly #cidrs: readonly Cidr[];

  constructor(cidrs: readonly Cidr[]) {
    this.#cidrs = cidrs;
  }

  get isEmpty(): boolean {
    return this.#cidrs.length === 0;
  }

  /** False for text that is not an address. */
  has(text: string): boolean {
    const address = parseAddress(text);
    if (address === undefined) return false;
    const plain = unmap(address);
    return this.#cidrs.some((cidr) => cidrHas(cidr, plain));
  }
}

function parsePrefix(text: string, width: number): number | undefined {
  if (!/^\d{1,3}$/.test(text)) return undefined;
  const prefix = Number(text);
  return prefix <= width ? prefix : undefined;
}

function sameBits(left: number, right: number, bits: number, width: number): boolean {
  if (bits === 0) return true;
  const shift = width - bits;
  return left >>> shift === right >>> shift;
}
