import { describe, expect, test } from 'vitest';
import { takeReferences } from './references.ts';

describe('takeReferences', () => {
  test.each([
    ['#12', ['issue'], ['issue']],
    ['acme/web!34', ['merge request'], ['merge request']],
    ['&5', ['epic'], ['epic']],
    ['https://gitlab.example/acme/web/-/issues/12?x=1#note_5', ['issue'], ['issue']],
    ['https://gitlab.example/acme/web/-/blob/main/src/app.ts', ['file contents'], []],
    ['https://gitlab.example/groups/acme', ['group'], []],
    ['https://gitlab.example/acme/web', ['project'], []],
    ['git@gitlab.example:acme/web.git', ['git remote url'], []],
    ['src/app.ts', ['file'], []],
    ['Dockerfile', ['file'], []],
    ['9fceb02d0ae5', ['commit'], ['commit']],
    ['API_TOKEN=secret', ['variable'], []],
  ])('%s stands for a thing, with or without a number', (query, nouns, numbered) => {
    const references = takeReferences(query);

    expect(references.nouns).toEqual(nouns);
    expect(references.numbered).toEqual(numbered);
    expect(references.text.replace(/[ ;@]/g, '')).toBe('');
  });

  test.each([
    ['https://gitlab.example/acme/web/-/issues', 'list'],
    ['https://gitlab.example/acme/web/-/issues/4', 'one'],
    ['https://gitlab.example/acme/web/-/tree/main/docs', 'list'],
    ['#4', 'one'],
    ['list issues', undefined],
  ])('%s shows one thing, a list, or nothing', (query, page) => {
    expect(takeReferences(query).page).toBe(page);
  });

  test('a number that names an object is marked, one that counts or measures is taken out', () => {
    expect(takeReferences('job 55').text).toBe('job #');
    expect(takeReferences('last 10 commits').text).toBe('last commits');
    expect(takeReferences('every 10 days').text).toBe('every ; days');
    expect(takeReferences('retry after 2h').text).toMatch(/^retry after\s+;\s*$/);
  });

  test('quoted titles, branch names, versions and people are values', () => {
    const { text, namesPerson } = takeReferences('assign "fix the \'login\' page" on feature/login v1.2.3 to @alice');

    expect(text.replace(/[\s;]+/g, ' ')).toBe('assign on # to ');
    expect(namesPerson).toBe(true);
  });

  test('words with a hyphen or a slash that mean something stay', () => {
    expect(takeReferences('re-run the ci/cd jobs of my to-do').text).toBe('re-run the ci/cd jobs of my to-do');
  });

  test('a long run of openers is read in time', () => {
    const start = performance.now();

    for (const piece of ['"', '/', '#', 'https://', 'a/', '1 ', 'last ', "'"])
      takeReferences(piece.repeat(256 / piece.length));

    expect(performance.now() - start).toBeLessThan(1000);
  });
});
