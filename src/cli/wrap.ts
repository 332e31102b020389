const width = 80;

/** Breaks a text at blanks into lines of at most 80 columns, each indented. A longer word gets a line of its own. */
export function wrap(text: string, indent: number): string {
  const margin = ' '.repeat(indent);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    if (line !== '' && margin.length + line.length + 1 + word.length > width) {
      lines.push(margin + line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, margin + line].join('\n');
}
