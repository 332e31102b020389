import { describe, expect, test } from 'vitest';
import { classifyRefusal, type Refusal } from './classify-refusal.ts';

describe('classifyRefusal', () => {
  const revoked = {
    error: 'invalid_token',
    error_description: 'Token was revoked. You have to re-authorize from the user.',
  };
  const scope = {
    error: 'insufficient_scope',
    error_description: 'The request requires higher privileges.',
    scope: 'read_user api  read_api',
  };
  const granular = {
    error: 'insufficient_granular_scope',
    error_description:
      'Access denied: This operation requires a fine-grained personal access token with the following project permissions: [Job: Read, Merge Request: Read].',
  };
  const unsupported = {
    error: 'insufficient_granular_scope',
    error_description: "Access denied: This operation doesn't support it.",
  };

  test.each<[string, number, unknown, boolean, Refusal | undefined]>([
    ['R401-01: T-61: a 401 that names the token', 401, revoked, false, { kind: 'dead' }],
    ['R401-01: T-61: any GraphQL 401', 401, { errors: [{ message: 'Invalid token' }] }, true, { kind: 'dead' }],
    ['R401-02: T-61: a bare 401', 401, { message: '401 Unauthorized' }, false, { kind: 'unclear' }],
    [
      'R401-02: a 401 about DPoP',
      401,
      { error: 'dpop_error', error_description: 'DPoP validation error' },
      false,
      { kind: 'unclear' },
    ],
    ['R401-02: a message that only mentions the code', 401, { message: 'invalid_token' }, false, { kind: 'unclear' }],
    ['an empty 401', 401, {}, false, { kind: 'unclear' }],
    ['REJ-05: too few scopes', 403, scope, false, { kind: 'scope', needed: ['read_user', 'api', 'read_api'] }],
    [
      'REJ-04: missing fine-grained permissions',
      403,
      granular,
      false,
      { kind: 'granular', permissions: ['Job: Read', 'Merge Request: Read'] },
    ],
    ['a route without fine-grained permissions', 403, unsupported, false, { kind: 'granular', permissions: [] }],
    ['a plain 403', 403, { message: '403 Forbidden' }, false, { kind: 'permission' }],
    ['402', 402, { message: '402 Payment Required' }, false, { kind: 'tier' }],
    ['a route that does not exist', 404, { error: '404 Not Found' }, false, { kind: 'tier' }],
    ['an object that does not exist', 404, { message: '404 Project Not Found' }, false, { kind: 'missing' }],
    ['a login page', 401, undefined, false, { kind: 'foreign' }],
    ['a list', 403, ['no'], false, { kind: 'foreign' }],
    ['a 404 page of a proxy', 404, undefined, false, { kind: 'foreign' }],
    ['409', 409, { message: '409 Conflict' }, false, undefined],
    ['500', 500, { message: '500 Internal Server Error' }, false, undefined],
    ['200', 200, {}, false, undefined],
  ])('%s', (_, status, body, isGraphql, expected) => {
    expect(classifyRefusal({ status, body, isGraphql })).toEqual(expected);
  });

  test('OUT-08: what another origin says of a request without credential says nothing about the credential', () => {
    expect(classifyRefusal({ status: 401, body: revoked, isGraphql: false, isElsewhere: true })).toEqual({
      kind: 'foreign',
    });
  });
});
