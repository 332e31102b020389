import type { Location } from './document.ts';
import { DocumentError } from './errors.ts';

export interface Token {
  readonly kind: 'punctuator' | 'name' | 'int' | 'float' | 'string' | 'end';
  readonly text: string;
  readonly at: Location;
}

const tokenPattern =
  /(?<ignored>[\s,\uFEFF]+|#[^\n\r]*)|(?<punctuator>\.\.\.|[!$&()=@:[\]{|}])|(?<name>[A-Za-z_]\w*)|(?<float>-?(?:0|[1-9]\d*)(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+))|(?<int>-?(?:0|[1-9]\d*))|(?<block>"""(?:\\"""|[^])*?""")|(?<string>"(?:[^"\\\n\r]|\\.)*")/y;

/** Splits a document into tokens; the last one is `end`. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let lineStart = 0;
  let index = 0;
  const here = (): Location => ({ line, column: index - lineStart + 1 });
  while (index < source.length) {
    tokenPattern.lastIndex = index;
    const groups = tokenPattern.exec(source)?.groups;
    if (groups === undefined) {
      throw new DocumentError([
        {
          message: `Expected name, actual: (none) ("${source.slice(index, index + 1)}") at [${line}, ${here().column}]`,
          locations: [here()],
        },
      ]);
    }
    const text = Object.values(groups).find((part) => part !== undefined) ?? '';
    const at = here();
    if (groups['punctuator'] !== undefined) tokens.push({ kind: 'punctuator', text, at });
    else if (groups['name'] !== undefined) tokens.push({ kind: 'name', text, at });
    else if (groups['float'] !== undefined) tokens.push({ kind: 'float', text, at });
    else if (groups['int'] !== undefined) tokens.push({ kind: 'int', text, at });
    else if (groups['block'] !== undefined) tokens.push({ kind: 'string', text: blockText(text), at });
    else if (groups['string'] !== undefined) tokens.push({ kind: 'string', text: stringText(text, at), at });
    for (let next = text.indexOf('\n'); next !== -1; next = text.indexOf('\n', next + 1)) {
      line += 1;
      lineStart = index + next + 1;
    }
    index += text.length;
  }
  tokens.push({ kind: 'end', text: '', at: here() });
  return tokens;
}

function stringText(literal: string, at: Location): string {
  try {
    // GraphQL's escapes are JSON's.
    return String(JSON.parse(literal));
  } catch {
    throw new DocumentError([{ message: `Bad escape in string at [${at.line}, ${at.column}]`, locations: [at] }]);
  }
}

/** A block string without its common indentation and its empty first and last lines. */
function blockText(literal: string): string {
  const lines = literal
    .slice(3, -3)
    .replaceAll('\\"""', '"""')
    .split(/\r\n|\n|\r/);
  const indents = lines
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const common = Math.min(...indents);
  const trimmed = lines.map((line, index) => (index === 0 || !Number.isFinite(common) ? line : line.slice(common)));
  while (trimmed[0]?.trim() === '') trimmed.shift();
  while (trimmed.at(-1)?.trim() === '') trimmed.pop();
  return trimmed.join('\n');
}
