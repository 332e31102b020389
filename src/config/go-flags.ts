import { findNearestName } from './nearest-name.ts';
import { flagEntries } from './option-index.ts';
import { flagName } from './option-spec.ts';
import { showName, showValue } from './show-value.ts';

export interface FlagArguments {
  /** The text each given flag ended up with, by name without dashes; the last one wins, lists are joined. */
  readonly given: ReadonlyMap<string, string>;
  /** What is not a flag, from the first such word on. */
  readonly rest: readonly string[];
  /** The flag before the word that ended parsing, with its dashes: very likely that word was meant for it. */
  readonly lastFlag: string | undefined;
  /** Sentences about what could not be understood; empty when all is well. */
  readonly problems: readonly string[];
}

/**
 * Reads a command line as Go's `flag` package does: one dash or two, a value after `=` or a blank, a boolean
 * only after `=`, nothing after the first word that is not a flag or after a bare `--`. Unlike there, reading
 * goes on after an error, so that every mistake is named at once.
 */
export function parseFlags(argv: readonly string[]): FlagArguments {
  const given = new Map<string, string>();
  const problems: string[] = [];
  let lastFlag: string | undefined;
  let index = 0;

  while (index < argv.length) {
    const argument = argv[index] ?? '';
    if (argument === '--') {
      index += 1;
      break;
    }
    if (argument === '-' || !argument.startsWith('-')) break;
    index += 1;

    const [, name = '', equals, inline = ''] = /^--?([^=]*)(=?)(.*)$/s.exec(argument) ?? [];
    if (name === '' || name.startsWith('-')) {
      problems.push(`argument ${index} is not a flag: it has dashes, but no name after them`);
      continue;
    }
    const entry = flagEntries.get(name);
    if (entry === undefined) {
      problems.push(describeUnknownFlag(name, index));
      // Whether an unknown flag takes a value is unknown too. Without this, its value would end the reading.
      if (equals === '' && argv[index]?.startsWith('-') === false) index += 1;
      continue;
    }

    const { kind } = entry.spec;
    lastFlag = flagName(name);
    let value = inline;
    if (equals === '') {
      if (kind.flagType === 'bool') {
        value = 'true';
      } else if (index < argv.length) {
        value = argv[index] ?? '';
        const swallowed = /^--?([^=]+)/.exec(value)?.[1];
        // Go's grammar would take the flag for the value, and a protection asked for would be gone without a word.
        if (swallowed !== undefined && flagEntries.has(swallowed)) {
          problems.push(`${lastFlag}: needs a value, and ${flagName(swallowed)} is a flag; write ${lastFlag}=VALUE`);
          continue;
        }
        index += 1;
      } else {
        problems.push(`${lastFlag}: needs a value (${kind.accepts})`);
        continue;
      }
    }

    // Flags that Go reads as text are judged later, with the variables; a typed one is judged on the spot.
    const isTyped = kind.flagType !== 'string' && kind.flagType !== 'list';
    const parsed = isTyped ? kind.parse(value) : undefined;
    if (parsed?.ok === false && parsed.fault === 'syntax') {
      problems.push(`${lastFlag}=${showValue(value)}: ${parsed.problem}`);
      continue;
    }
    const earlier = given.get(name);
    given.set(name, kind.flagType === 'list' && earlier !== undefined ? `${earlier},${value}` : value);
  }

  return { given, rest: argv.slice(index), lastFlag, problems };
}

function describeUnknownFlag(name: string, position: number): string {
  const shown = showName(name);
  if (shown === undefined) return `argument ${position} is not a flag of this program`;
  const nearest = findNearestName(name, flagEntries.keys());
  if (nearest !== undefined) return `${flagName(shown)}: there is no such flag; did you mean ${flagName(nearest)}?`;
  const problem = `${flagName(shown)}: there is no such flag`;
  // Whoever looks for a flag for the token should not have to read the manual to learn why there is none.
  return /token|secret|password/i.test(name)
    ? `${problem}; a secret never goes on the command line, where others can read it: set GITLAB_TOKEN`
    : problem;
}
