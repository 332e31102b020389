import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, StateCodec, stateLifeMs } from './state-codec.ts';

const state = { flow: 'f1', asked: 'title', replies: { name: { action: 'accept', content: { name: 'x' } } } } as const;
const owner = { credential: 'alice', tool: 'gitlab_issue_delete', args: { project_id: 1, issue_iid: 2 } };

describe('StateCodec', () => {
  test('gives back what it wrote, to the same call of the same credential', () => {
    const { codec } = setup();

    expect(codec.read(codec.write(state, owner), owner)).toEqual(state);
  });

  test('the order of arguments does not make another call', () => {
    const { codec } = setup();

    expect(codec.read(codec.write(state, owner), { ...owner, args: { issue_iid: 2, project_id: 1 } })).toEqual(state);
  });

  test.each([
    ['another credential', { credential: 'bob' }, 'another credential'],
    ['another tool', { tool: 'gitlab_issue_get' }, 'another tool, or with other arguments'],
    ['other arguments', { args: { project_id: 1, issue_iid: 3 } }, 'another tool, or with other arguments'],
    ['an argument more', { args: { ...owner.args, confirm: true } }, 'another tool, or with other arguments'],
  ])('is nothing for %s', (_, other, problem) => {
    const { codec } = setup();
    const text = codec.write(state, owner);

    expect(() => codec.read(text, { ...owner, ...other })).toThrow(problem);
  });

  test('expires ten minutes after it was written', () => {
    const { codec, clock } = setup();
    const text = codec.write(state, owner);

    clock.now += stateLifeMs - 1;
    expect(codec.read(text, owner)).toEqual(state);
    clock.now += 1;
    expect(() => codec.read(text, owner)).toThrow(/has expired.*Start again/);
  });

  test('what another key signed is refused', () => {
    expect(() => setup().codec.read(setup().codec.write(state, owner), owner)).toThrow('another replica');
  });

  test('does not show the credential or the key', () => {
    const key = randomBytes(32);
    const text = new StateCodec(key).write(state, { ...owner, credential: 'secret-credential-key' });
    const shown = Buffer.from(text.split('.')[0] ?? '', 'base64url').toString();

    expect(shown).not.toContain('secret-credential-key');
    expect(text).not.toContain(key.toString('base64url'));
  });

  test('no change of a character is accepted', () => {
    const { codec } = setup();
    const text = codec.write(state, owner);

    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, other) => {
        fc.pre(text[at] !== other);
        expect(() => codec.read(text.slice(0, at) + other + text.slice(at + 1), owner)).toThrow('requestState');
      }),
      // The last character of a signature has bits that mean nothing.
      { examples: Array.from('AEIMQUYcgkosw048').map((other) => [text.length - 1, other]) },
    );
  });

  test('no text, and no mix of two states, is accepted', () => {
    const { codec } = setup();
    const [body = '', signature = ''] = codec.write(state, owner).split('.');
    const [otherBody = '', otherSignature = ''] = codec.write({ ...state, asked: 'confirmation' }, owner).split('.');

    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.json()), (text) => {
        expect(() => codec.read(text, owner)).toThrow('requestState');
      }),
      {
        examples: [
          [`${body}.${otherSignature}`],
          [`${otherBody}.${signature}`],
          [`${body}.`],
          [`.${signature}`],
          [`${body}.${signature}.`],
          [body],
          ['.'],
          [''],
        ],
      },
    );
  });

  test('two calls have the same name only when they are the same JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const isSame = canonicalJson(one) === canonicalJson(other);
        // -0 is 0 in JSON.
        const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
        if (isSame) expect(plain(one)).toEqual(plain(other));
        else expect(plain(one)).not.toEqual(plain(other));
      }),
      {
        examples: [
          [
            { a: 1, b: { d: 1, c: 2 } },
            { b: { c: 2, d: 1 }, a: 1 },
          ],
          [
            [1, 2],
            [2, 1],
          ],
        ],
      },
    );
  });
});

function setup() {
  const clock = { now: 1_000_000 };
  return { clock, codec: new StateCodec(randomBytes(32), () => clock.now) };
}
