/** `Content-Disposition` as Rails writes it: a plain name for old clients, the exact one behind it. */
export function contentDisposition(kind: 'inline' | 'attachment', filename: string): string {
  const plain = filename
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\u0020-\u007e]/g, '?');
  const ascii = percent(plain, /[^ A-Za-z0-9!#$+.^_`|~-]/g);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${percent(filename, /[^A-Za-z0-9!#$&+.^_`|~-]/g)}`;
}

function percent(text: string, unsafe: RegExp): string {
  return text.replace(unsafe, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}
