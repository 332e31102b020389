/** Finds the word a misspelt one may have meant. */

/** Shortest word that is corrected: nearly everything is one letter from a word of three. */
const shortest = 4;
const longWord = 7;

/**
 * The known word nearest to an unknown one, by swapped, missing, doubled or wrong letters: one mistake in a short word,
 * two in a long one. The first letter must be right, as it nearly always is. Words are given the most used first.
 */
export function nearestWord(word: string, spellings: ReadonlyMap<string, readonly string[]>): string | undefined {
  if (word.length < shortest || word.length > 24 || /\d/.test(word)) return undefined;
  const limit = word.length >= longWord ? 2 : 1;
  let best: string | undefined;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const candidate of spellings.get(word[0] ?? '') ?? []) {
    if (candidate.length < shortest || Math.abs(candidate.length - word.length) > limit) continue;
    const distance = typoDistance(word, candidate, limit);
    if (distance > limit) continue;
    // Between equals: the same ending, since people mistype the middle, then the same letters or some more, since they
    // leave out and swap rather than hit a wrong one, then the word that comes first.
    const wrongEnding = candidate.at(-1) === word.at(-1) ? 0 : 2;
    const wrongLetter = candidate.length === word.length && !hasSameLetters(candidate, word) ? 1 : 0;
    // A short word with a wrong letter is another word, or a name: `dave` is not `date`.
    if (wrongLetter > 0 && word.length === shortest) continue;
    const cost = distance * 4 + wrongEnding + wrongLetter;
    if (cost < bestCost) {
      best = candidate;
      bestCost = cost;
    }
  }
  return best;
}

function hasSameLetters(a: string, b: string): boolean {
  return a.split('').sort().join() === b.split('').sort().join();
}

/** Up to `count` known words near a word, nearest first, for a hint when nothing was found. */
export function nearWords(word: string, spellings: ReadonlyMap<string, readonly string[]>, count: number): string[] {
  const near: { readonly candidate: string; readonly cost: number }[] = [];
  for (const candidate of spellings.get(word[0] ?? '') ?? []) {
    if (candidate.length < 3) continue;
    const isPart = word.length > 2 && (candidate.startsWith(word) || word.startsWith(candidate));
    const cost = isPart ? 1 : typoDistance(word, candidate, 3);
    if (cost <= 3) near.push({ candidate, cost });
  }
  return near
    .sort((a, b) => a.cost - b.cost || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

/** Longest words compared. */
const longest = 32;
const rows = [new Uint8Array(longest + 1), new Uint8Array(longest + 1), new Uint8Array(longest + 1)] as const;

/** Edit distance where two swapped neighbours are one mistake. More than `limit` is reported as `limit + 1`. */
export function typoDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit || a.length > longest || b.length > longest) return limit + 1;
  let [before, previous, current]: Uint8Array[] = [...rows];
  if (before === undefined || previous === undefined || current === undefined) return limit + 1;
  for (let column = 0; column <= b.length; column += 1) previous[column] = column;
  for (let row = 1; row <= a.length; row += 1) {
    current[0] = row;
    let least = row;
    for (let column = 1; column <= b.length; column += 1) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(column - 1);
      let distance = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 &&
        column > 1 &&
        a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
        a.charCodeAt(row - 2) === b.charCodeAt(column - 1);
      if (swapped) distance = Math.min(distance, (before[column - 2] ?? 0) + 1);
      current[column] = distance;
      least = Math.min(least, distance);
    }
    if (least > limit) return limit + 1;
    [before, previous, current] = [previous, current, before];
  }
  return previous[b.length] ?? limit + 1;
}
