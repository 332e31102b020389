import { type Kind, notA, ok, outOfRange, textKind } from './kind.ts';

/** One rewrite of the descriptions that clients list. */
export interface Substitution {
  readonly from: string;
  readonly to: string;
}

const maxPairs = 32;
const maxHalfBytes = 256;

/**
 * `old=new` pairs between commas, in the order they are applied. A comma, an equals sign or a backslash that
 * is meant literally has a backslash before it. Blanks count: they may be the very thing to rewrite.
 */
export const substitutions: Kind<readonly Substitution[]> = textKind(
  'old=new,…',
  'comma-separated old=new pairs (\\, \\= \\\\ escape); at most 32 pairs of at most 256 bytes a side',
  (text) => {
    if (text === '') return ok([]);
    const pairs = splitEscaped(text);
    if (pairs === undefined)
      return notA('has a backslash that is not followed by a comma, an equals sign or a backslash');
    if (pairs.length > maxPairs) return outOfRange(`must be at most ${maxPairs} pairs`);
    if (pairs.some(({ to }) => to === undefined)) return notA('must be old=new pairs between commas');
    if (pairs.some(({ from }) => from === '')) return notA('must have something before each equals sign');
    const complete = pairs.map(({ from, to = '' }) => ({ from, to }));
    const tooLong = complete.some(
      ({ from, to }) => Math.max(Buffer.byteLength(from), Buffer.byteLength(to)) > maxHalfBytes,
    );
    return tooLong ? outOfRange(`must be at most ${maxHalfBytes} bytes on either side`) : ok(complete);
  },
);

interface Half {
  from: string;
  to: string | undefined;
}

/** Pairs with the escapes resolved; undefined when an escape is not one of ours. Only the first `=` of a pair divides it. */
function splitEscaped(text: string): Half[] | undefined {
  let pair: Half = { from: '', to: undefined };
  const pairs = [pair];
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === ',') {
      pair = { from: '', to: undefined };
      pairs.push(pair);
    } else if (character === '=' && pair.to === undefined) {
      pair.to = '';
    } else {
      const literal = character === '\\' ? text.charAt((index += 1)) : character;
      if (character === '\\' && !/^[,=\\]$/.test(literal)) return undefined;
      if (pair.to === undefined) pair.from += literal;
      else pair.to += literal;
    }
  }
  return pairs;
}
