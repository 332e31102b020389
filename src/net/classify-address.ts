import { type Address, hasPrefix, joinGroups, parseAddress } from './address.ts';
import { type Cidr, cidrHas, parseCidr } from './cidr.ts';

/**
 * What kind of place an address is, as far as an outbound connection is concerned.
 *
 * - `metadata`: a cloud's metadata service (OUT-05). No GitLab and no object store lives there.
 * - `private`: loopback, private, carrier-grade NAT, link-local, unique-local, unspecified, and the reserved blocks
 *   that no public host can have (OUT-03).
 * - `public`: everything else.
 */
export type AddressClass = 'public' | 'private' | 'metadata';

const isMetadata = isIn({ 4: ['169.254.169.254', '169.254.170.2', '100.100.100.200'], 6: ['fd00:ec2::254'] });

const isUnroutable = isIn({
  4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  6: [
    '::/127', // unspecified and loopback
    '64:ff9b:1::/48', // RFC 8215: NAT64 within one network
    '100::/64',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ],
});

/**
 * Classifies the text of an IP address; `undefined` when it is not one (a host name, say).
 *
 * An IPv6 address that carries an IPv4 address counts as whichever of the two is worse, because a translator or a tunnel
 * on the way may connect to the inner one.
 */
export function classifyAddress(text: string): AddressClass | undefined {
  const address = parseAddress(text);
  if (address === undefined) return undefined;
  const candidates: Address[] = [address];
  if (address.family === 6) {
    for (const value of embeddedIPv4(address.groups)) candidates.push({ family: 4, value });
  }
  if (candidates.some(isMetadata)) return 'metadata';
  return candidates.some(isUnroutable) ? 'private' : 'public';
}

/** The IPv4 addresses an IPv6 address stands for under the well-known mappings, tunnels and translators. */
function embeddedIPv4(groups: readonly number[]): number[] {
  const at = (index: number): number => joinGroups(groups[index] ?? 0, groups[index + 1] ?? 0);
  const found: number[] = [];

  const translated =
    hasPrefix(groups, [0, 0, 0, 0, 0, 0xffff]) || // IPv4-mapped, RFC 4291 2.5.5.2
    hasPrefix(groups, [0, 0, 0, 0, 0xffff, 0]) || // IPv4-translated, RFC 2765
    hasPrefix(groups, [0x64, 0xff9b, 0, 0, 0, 0]) || // NAT64, RFC 6052
    isCompatible(groups); // IPv4-compatible, RFC 4291 2.5.5.1
  if (translated) found.push(at(6));

  if (hasPrefix(groups, [0x64, 0xff9b, 1])) {
    // RFC 6052 2.2: the prefix inside this block may be /48, /56, /64 or /96; bits 64 to 71 are skipped.
    const byte = (index: number): number => ((groups[index >> 1] ?? 0) >>> (index & 1 ? 0 : 8)) & 255;
    const bytes = (...indexes: readonly number[]): number =>
      indexes.reduce((value, index) => value * 256 + byte(index), 0);
    found.push(bytes(6, 7, 9, 10), bytes(7, 9, 10, 11), bytes(9, 10, 11, 12), at(6));
  }
  // 6to4, RFC 3056.
  if (hasPrefix(groups, [0x2002])) found.push(at(1));
  // Teredo, RFC 4380: the server in the clear, the client with every bit flipped.
  if (hasPrefix(groups, [0x2001, 0])) found.push(at(2), ~at(6) >>> 0);
  // ISATAP, RFC 5214: any prefix, then this interface identifier.
  if ((groups[4] === 0 || groups[4] === 0x200) && groups[5] === 0x5efe) found.push(at(6));

  return found;
}

function isCompatible(groups: readonly number[]): boolean {
  return hasPrefix(groups, [0, 0, 0, 0, 0, 0]) && joinGroups(groups[6] ?? 0, groups[7] ?? 0) > 1;
}

/**
 * Whether an address is in one of these blocks. Those of a family are read when its first address is judged: the first
 * IPv6 text of a process takes Node 5 ms, which a server that sees none does without.
 */
function isIn(texts: Readonly<Record<Address['family'], readonly string[]>>): (address: Address) => boolean {
  const blocks = new Map<Address['family'], readonly Cidr[]>();
  return (address) => {
    const { family } = address;
    const known = blocks.get(family) ?? texts[family].flatMap((text) => parseCidr(text) ?? []);
    blocks.set(family, known);
    return known.some((cidr) => cidrHas(cidr, address));
  };
}
