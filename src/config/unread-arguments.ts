import type { FlagArguments } from './go-flags.ts';
import { type StartLine, warn } from './start-line.ts';

/**
 * What becomes of arguments after the first word that is not a flag. As in Go they are not read, which is easy
 * to run into: in `--stateless false --read-only` the switch is on and the last flag is lost. It is said at
 * start, and when a lost flag would have withheld something, the start is refused: the deployment must not
 * serve what it asked to withhold.
 */
export function judgeUnreadArguments({ rest, lastFlag }: FlagArguments): {
  readonly problems: readonly string[];
  readonly lines: readonly StartLine[];
} {
  if (rest.length === 0) return { problems: [], lines: [] };
  const after = lastFlag === undefined ? 'at the first argument' : `after ${lastFlag}`;
  const lost = rest.find((argument) => /^--?(read-only|safe-mode|exclude-tools)(=|$)/.test(argument));
  const problem =
    `${lost?.replace(/=.*$/s, '') ?? ''} is not read: flags end ${after}, at a word that is not a flag ` +
    '(a switch takes its value after an equals sign, as in --stateless=false)';
  return {
    problems: lost === undefined ? [] : [problem],
    // The words themselves are not repeated: one may be a token.
    lines: [
      warn('arguments that are not flags end the command line and are not read', {
        after: lastFlag,
        count: rest.length,
      }),
    ],
  };
}
