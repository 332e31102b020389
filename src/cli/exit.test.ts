import { describe, expect, test } from 'vitest';
import { flagNames } from '../config/option-index.ts';
import { AppError } from '../errors/app-error.ts';
import { describeFailure } from './exit.ts';

describe('describeFailure', () => {
  test('a refused configuration ends with 1 and its sentence', () => {
    const error = new AppError('config.invalid', 'GITLAB_TOKEN is required', { detail: { exitCode: 1 } });

    expect(describeFailure(error)).toEqual({ exitCode: 1, text: 'gitlab-mcp-server: GITLAB_TOKEN is required\n' });
  });

  test('a command line that is not understood ends with 2 and every flag in alphabetical order', () => {
    const { exitCode, text } = describeFailure(new AppError('config.invalid', 'no', { detail: { exitCode: 2 } }));
    const listed = text.match(/(?<= )--?[a-z-]+/g)?.filter((word) => flagNames.includes(word)) ?? [];

    expect(exitCode).toBe(2);
    expect(listed.slice(0, flagNames.length)).toEqual(flagNames);
    expect(flagNames.map((name) => name.replace(/^-+/, ''))).toEqual(
      flagNames.map((name) => name.replace(/^-+/, '')).toSorted(),
    );
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('an error of the system is its message, one of ours brings its stack', () => {
    const inUse = Object.assign(new Error('listen EADDRINUSE: address already in use :::8080'), { code: 'EADDRINUSE' });

    expect(describeFailure(inUse)).toEqual({
      exitCode: 1,
      text: 'gitlab-mcp-server: listen EADDRINUSE: address already in use :::8080: something else listens there, choose another address with --http-addr\n',
    });
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND mcp.invalid'), { code: 'ENOTFOUND' });
    expect(describeFailure(unknown).text).toContain('mcp.invalid: choose another address with --http-addr');
    expect(describeFailure(new TypeError('x is not a function')).text).toContain('exit.test.ts');
    expect(describeFailure('oops')).toEqual({
      exitCode: 1,
      text: 'gitlab-mcp-server: stopped by something that is not an error\n',
    });
  });
});
