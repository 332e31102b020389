import { describe, expect, test } from 'vitest';
import { PublicDocument } from './public-document.ts';

describe('PublicDocument', () => {
  test('CARD-03: it is built once, when somebody first reads it', async () => {
    const { document, built } = setup();

    await document.answer({ method: 'OPTIONS', ifNoneMatch: undefined });
    await document.answer({ method: 'POST', ifNoneMatch: undefined });
    expect(built()).toBe(0);

    const [one, other] = await Promise.all([get(document), get(document)]);
    expect(built()).toBe(1);
    expect(one).toEqual(other);
    expect(String(one.body)).toBe('{"b":1,"a":"é"}');
  });

  test('what could not be built is tried again', async () => {
    let attempts = 0;
    const document = new PublicDocument('application/json', async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('not yet');
      return {};
    });

    await expect(get(document)).rejects.toThrow('not yet');
    expect((await get(document)).status).toBe(200);
  });

  test('CARD-03: the tag follows from the bytes alone', async () => {
    const same = await get(setup().document);
    const reordered = await get(new PublicDocument('application/json', () => ({ a: 'é', b: 1 })));

    expect((await get(setup().document)).headers['ETag']).toBe(same.headers['ETag']);
    expect(reordered.headers['ETag']).not.toBe(same.headers['ETag']);
  });

  test.each([
    ['the tag', (tag: string) => tag, 304],
    ['the tag as a cache marks it that changed it on the way', (tag: string) => `W/${tag}`, 304],
    ['a list that has it', (tag: string) => `"a", W/"b",${tag} , "c"`, 304],
    ['a list with commas in its tags', (tag: string) => `"a,b",${tag}`, 304],
    ['a star', () => ' * ', 304],
    ['another tag', () => '"0"', 200],
    ['the tag without its quotes', (tag: string) => tag.slice(1, -1), 200],
    ['a tag that holds it', (tag: string) => `"x${tag.slice(1)}`, 200],
    ['a star in quotes', () => '"*"', 200],
    ['nothing', () => '', 200],
    ['quotes without end', () => '"'.repeat(30_001), 200],
  ])('CARD-03: If-None-Match with %s', async (_name, header, status) => {
    const { document } = setup();
    const tag = (await get(document)).headers['ETag'] ?? '';

    const answer = await document.answer({ method: 'HEAD', ifNoneMatch: header(tag) });

    expect(answer.status).toBe(status);
    expect(answer.headers['ETag']).toBe(tag);
    expect(answer.body === undefined).toBe(status === 304);
  });
});

async function get(document: PublicDocument) {
  return document.answer({ method: 'GET', ifNoneMatch: undefined });
}

function setup() {
  let count = 0;
  const document = new PublicDocument('application/json', async () => {
    count += 1;
    return { b: 1, a: 'é' };
  });
  return { document, built: () => count };
}
