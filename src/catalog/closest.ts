/** The candidates nearest to `wanted` by edit distance, nearest first, none farther than `maxDistance`. */
export function closest(wanted: string, candidates: Iterable<string>, maxDistance = 3, count = 1): string[] {
  const text = wanted.toLowerCase();
  const found: { readonly candidate: string; readonly distance: number }[] = [];
  for (const candidate of candidates) {
    const distance = editDistance(text, candidate.toLowerCase(), maxDistance);
    if (distance <= maxDistance) found.push({ candidate, distance });
  }
  return found
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

/**
 * Levenshtein distance, given up as soon as it must exceed `limit`: then `limit + 1`. Only the cells that may still lie
 * within the limit are computed, so the cost grows with the shorter text and the limit, not with what a caller sends.
 */
export function editDistance(a: string, b: string, limit: number): number {
  const tooFar = limit + 1;
  if (Math.abs(a.length - b.length) > limit) return tooFar;
  let previous = new Uint32Array(b.length + 1).fill(tooFar);
  let current = new Uint32Array(b.length + 1);
  for (let column = 0; column <= Math.min(b.length, limit); column += 1) previous[column] = column;
  for (let row = 1; row <= a.length; row += 1) {
    const first = Math.max(1, row - limit);
    const last = Math.min(b.length, row + limit);
    current.fill(tooFar);
    if (row <= limit) current[0] = row;
    let best = current[0] ?? tooFar;
    for (let column = first; column <= last; column += 1) {
      const cost = a.charCodeAt(row - 1) === b.charCodeAt(column - 1) ? 0 : 1;
      const distance = Math.min(
        (previous[column] ?? tooFar) + 1,
        (current[column - 1] ?? tooFar) + 1,
        (previous[column - 1] ?? tooFar) + cost,
      );
      current[column] = distance;
      if (distance < best) best = distance;
    }
    if (best > limit) return tooFar;
    [previous, current] = [current, previous];
  }
  return Math.min(previous[b.length] ?? tooFar, tooFar);
}
