import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFlags } from './go-flags.ts';

const given = (...argv: string[]) => Object.fromEntries(parseFlags(argv).given);

describe('parseFlags', () => {
  test('one dash or two, a value after = or after a blank', () => {
    expect(given('-http', '--http-addr', ':1', '-tier=free', '--public-url=https://a.example?x=y')).toEqual({
      http: 'true',
      'http-addr': ':1',
      tier: 'free',
      'public-url': 'https://a.example?x=y',
    });
  });

  test('a switch takes a value only after =; a word after it ends the reading', () => {
    expect(given('--stateless=false', '--http')).toEqual({ stateless: 'false', http: 'true' });
    expect(parseFlags(['--stateless', 'false', '--http'])).toMatchObject({
      given: new Map([['stateless', 'true']]),
      rest: ['false', '--http'],
      lastFlag: '--stateless',
    });
  });

  test('flags that look like switches but are texts take the next word', () => {
    expect(given('--yolo-mode', 'true', '--http')).toEqual({ 'yolo-mode': 'true', http: 'true' });
  });

  test('a value may begin with a dash, unless it is a flag of this program', () => {
    expect(given('--tier', '-x')).toEqual({ tier: '-x' });

    const swallowed = parseFlags(['--tier', '--read-only']);
    expect(swallowed.problems).toHaveLength(1);
    expect(swallowed.problems[0]).toContain('--tier');
    expect(swallowed.problems[0]).toContain('--read-only');
  });

  test('reading ends at a bare --, which is dropped, and at a single dash, which is not', () => {
    expect(parseFlags(['--http', '--', '--tier=free'])).toMatchObject({ rest: ['--tier=free'], problems: [] });
    expect(parseFlags(['--http', '-', '--tier=free'])).toMatchObject({ rest: ['-', '--tier=free'], problems: [] });
  });

  test('the last of several wins, and instances add up', () => {
    expect(
      given('--tier=free', '--tier=ultimate', '--gitlab-url=https://a', '--gitlab-url', 'https://b,https://c'),
    ).toEqual({
      tier: 'ultimate',
      'gitlab-url': 'https://a,https://b,https://c',
    });
  });

  test('an unknown flag is named with its nearest neighbour, and reading goes on', () => {
    expect(parseFlags(['--max-http-client', '5', '--stateles=false', '--http-adr=:1', '--http']).problems).toEqual([
      '--max-http-client: there is no such flag; did you mean --max-http-clients?',
      '--stateles: there is no such flag; did you mean --stateless?',
      '--http-adr: there is no such flag; did you mean --http-addr?',
    ]);
  });

  test('an unknown flag that resembles none has no suggestion', () => {
    expect(parseFlags(['--meta-tools']).problems).toEqual(['--meta-tools: there is no such flag']);
  });

  test('whoever looks for a flag for the token is told where it goes, without the token', () => {
    const [problem] = parseFlags(['--gitlab-token=glpat-0123456789abcdef']).problems;

    expect(problem).toContain('set GITLAB_TOKEN');
    expect(problem).not.toContain('0123456789');
  });

  test.each([
    [['--max-http-clients=many'], '--max-http-clients=many: must be a whole number, 1 to 10000'],
    [['--max-http-clients='], '--max-http-clients=: must be a whole number, 1 to 10000'],
    [['--session-timeout=30'], '--session-timeout=30: must be a duration with its unit, such as 90s, 30m or 1h30m'],
    [['--http=yes'], '--http=yes: must be true or false (also 1, 0, t, f)'],
    [['--rate-limit-rps', 'fast'], '--rate-limit-rps=fast: must be a number, 0 to 1000'],
    [['--tier'], '--tier: needs a value (free, premium, ultimate or ce, in any case)'],
    [['---http'], 'argument 1 is not a flag: it has dashes, but no name after them'],
    [['--http', '--=x'], 'argument 2 is not a flag: it has dashes, but no name after them'],
    [['--glpat-0123456789abcdef'], 'argument 1 is not a flag of this program'],
  ])('%j is not understood', (argv, problem) => {
    expect(parseFlags(argv).problems).toEqual([problem]);
  });

  test('any command line is either understood or explained on one line each', () => {
    const word = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('--', '-', '--http', '-http=0', '--tier', '--x'),
    );

    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (argv) => {
        const { problems, rest } = parseFlags(argv);
        expect(rest.length).toBeLessThanOrEqual(argv.length);
        expect(problems.every((problem) => /^[^\n\r]+$/.test(problem))).toBe(true);
      }),
    );
  });
});
