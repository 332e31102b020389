import { describe, expect, test } from 'vitest';
import type { Action } from '../../src/catalog/action.ts';
import { domains } from '../../src/catalog/domains.ts';
import type { Field } from '../../src/catalog/field.ts';
import { normalise } from '../../src/catalog/normalise.ts';
import { buildRequest, pathParamsOf } from '../../src/catalog/request.ts';
import { AppError } from '../../src/errors/app-error.ts';
import { fullInput, leastInput } from './example-input.ts';

const actions: readonly Action[] = domains.flat();

describe.each(actions.map((action) => ({ id: action.id, action })))('$id', ({ action }) => {
  const least = leastInput(action);
  const ids = Object.entries(action.params).filter(([, field]) => isId(field));

  test.each([
    ['the least', leastInput],
    ['everything', fullInput],
  ])('accepts %s it takes and makes a request of it', (_, exampleOf) => {
    const { input, notes } = normalise(action, exampleOf(action));

    expect(notes).toEqual([]);
    expect(normalise(action, JSON.parse(JSON.stringify(input))).input).toEqual(input);
    if (action.route === undefined) return;
    const { method, path, query, body } = buildRequest(action, input);
    expect(action.route.startsWith(`${method} `)).toBe(true);
    expect(path.split('/').length).toBe(action.route.split('/').length);
    expect(`${path}${query ?? ''}${JSON.stringify(body ?? {})}`).not.toMatch(/undefined|NaN|\[object/);
  });

  test('T-01: takes an ID as number and as text, with blanks and one sigil, for the same', () => {
    for (const [name] of ids) {
      const wanted = judged({ [name]: 7 });
      for (const form of ['7', ' 7 ', '#7', '!7', '&7', '$7', ' #7']) expect(judged({ [name]: form })).toEqual(wanted);
      expect(wanted).not.toBeInstanceOf(AppError);
    }
  });

  test('T-01: refuses what is no ID by the name of the field', () => {
    for (const [name] of ids) {
      for (const value of [7.5, '7.5', '7abc', true, -7, '-7', {}, '']) {
        expect(judged({ [name]: value })).toMatchObject({
          code: 'input.invalid',
          message: expect.stringContaining(name),
        });
      }
    }
  });

  test('T-38: takes IDs up to 2^53-1', () => {
    for (const [name, field] of ids) {
      expect(field).not.toHaveProperty('maximum');
      expect(judged({ [name]: Number.MAX_SAFE_INTEGER })).toEqual(judged({ [name]: '9007199254740991' }));
      expect(judged({ [name]: Number.MAX_SAFE_INTEGER })).not.toBeInstanceOf(AppError);
    }
  });

  test('T-06: takes a global ID of its family, under a former name too, and refuses one of another', () => {
    for (const [name, field] of Object.entries(action.params)) {
      const form = field.type === 'integer' || field.type === 'string' ? field.globalId : undefined;
      if (form === undefined) continue;
      const wanted = judged({ [name]: 7 });
      for (const type of [form.type, ...(form.formerly ?? [])]) {
        expect(judged({ [name]: `gid://gitlab/${type}/7` })).toEqual(wanted);
      }
      expect(wanted).not.toBeInstanceOf(AppError);
      for (const text of ['gid://gitlab/Snippet/7', 'gid://gitlab/', `gid://gitlab/${form.type}/7/8`]) {
        expect(judged({ [name]: text })).toMatchObject({
          code: 'input.invalid',
          message: expect.stringContaining(name),
        });
      }
    }
  });

  test('T-09: refuses a path param that leads elsewhere, before anything is sent', () => {
    for (const name of pathParamsOf(action)) {
      const field = action.params[name];
      const hostile = ['..', '%2e%2e', 'a/../b', 'a%2f..%2fb', '..%5cb', 'a\\b', 'a\0b', 'a\r\nb', '', ' '];
      const marked = field !== undefined && isNumberOrSlug(field) ? ['7?x=1', '7#x', '7/../8'] : [];
      for (const value of [...hostile, ...marked]) {
        expect(judged({ [name]: value })).toMatchObject({
          code: 'input.invalid',
          message: expect.stringContaining(name),
        });
      }
    }
  });

  test('T-02: takes null for what is optional as if it was not sent, unless null means something', () => {
    const nulls = Object.entries(action.params).filter(([, field]) => !field.required && field.nullable !== true);
    const given = Object.fromEntries(
      nulls.filter(([name]) => !Object.hasOwn(least, name)).map(([name]) => [name, null]),
    );

    expect(judged(given)).toEqual(judged({}));
  });

  test('T-03, T-04: makes one element of one word, and never two labels of one', () => {
    for (const [name, field] of Object.entries(action.params)) {
      if (field.type !== 'array') continue;
      const one = judged({ [name]: 'wording' });
      if (!(one instanceof AppError)) expect(one).toMatchObject({ [name]: ['wording'] });
      if (field.comma === true) expect(judged({ [name]: ['a,b'] })).toMatchObject({ code: 'input.invalid' });
    }
  });

  test('refuses what it does not know, with a name of its own', () => {
    expect(judged({ definitely_unknown: 1 })).toMatchObject({
      code: 'input.invalid',
      message: expect.stringContaining('unknown parameter "definitely_unknown"'),
    });
    expect(judged(JSON.parse('{"__proto__":1}'))).toMatchObject({ code: 'input.invalid' });
  });

  /** What becomes of the least input with these params changed. The rules over several params are not what these laws are about. */
  function judged(changed: object): unknown {
    try {
      return normalise({ ...action, rules: [] }, { ...least, ...changed }).input;
    } catch (error) {
      return error;
    }
  }
});

function isId(field: Field): boolean {
  if (field.type === 'integer') return field.id === true;
  return field.type === 'string' && (field.idOr !== undefined || isProject(field) || isGlobalId(field));
}

/** Some have a word in the place of the number. */
function isGlobalId(field: Extract<Field, { type: 'string' }>): boolean {
  return field.globalId !== undefined && field.form === 'line' && field.slug !== true;
}

/** A group or a user may be called `7abc`; a project is a number or has a slash. */
function isProject(field: Extract<Field, { type: 'string' }>): boolean {
  return field.form === 'namespace' && (field.names === 'project' || field.numericOnly === true);
}

function isNumberOrSlug(field: Field): boolean {
  return field.type === 'integer' || (field.type === 'string' && (field.form === 'namespace' || field.slug === true));
}
