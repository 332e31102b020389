/**
 * Every value of a header, in the order sent; `name` in lower case. Takes the raw list (`request.rawHeaders`) because the
 * parsed one folds repeated headers into one, and a repeated header is what an attacker sends.
 */
export function headerValues(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index] ?? '';
    if (candidate.length === name.length && candidate.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? '');
  }
  return values;
}
