import { expect, test } from 'vitest';
import { toExportedFields } from './exported-fields.ts';

const standIns = { caller: { 'user.hash': 'h' }, resource: (uri: string) => ({ ref: uri.length }) };

test('LOG-02: credential hash, host, caller, client and resource are taken out at any depth', () => {
  const fields = {
    tool: 'x',
    credential_hash: 'c',
    host: 'h',
    client: '203.0.113.7',
    uri: 'gitlab://1',
    nested: { list: [{ credential_hash: 'c', Host: 'h', kept: 1 }], user: 'alice' },
  };

  expect(toExportedFields(fields, standIns)).toEqual({ tool: 'x', ref: 10, nested: { list: [{ kept: 1 }] } });
});

test('the policy speaks where the terminal copy names the caller, and nowhere else', () => {
  expect(toExportedFields({ user: 'alice', user_id: 7 }, standIns)).toEqual({ 'user.hash': 'h' });
  expect(toExportedFields({ tool: 'x' }, standIns)).toEqual({ tool: 'x' });
});

test('the text a call failed with stays here, what this program did wrong goes along', () => {
  const error = { name: 'TypeError', message: 'm' };

  expect(toExportedFields({ code: 'input.invalid', error: 'title is "secret plan"' }, standIns)).toEqual({
    code: 'input.invalid',
  });
  expect(toExportedFields({ error }, standIns)).toEqual({ error });
});
