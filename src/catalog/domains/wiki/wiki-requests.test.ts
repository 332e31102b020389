import { describe, expect, test } from 'vitest';
import { formText, recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import type { LocalFiles } from '../../call.ts';
import { wikiActions } from './wiki-actions.ts';
import { placeOf } from './wiki-title.ts';

const byId = new Map(wikiActions.map((action) => [action.id, action]));

function run(id: string, input: unknown, answers: readonly unknown[] = [{}], files?: LocalFiles) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers, ...(files === undefined ? {} : { files }) });
}

const wikis = '/projects/acme%2Fsite/wikis';
const project = { project_id: 'acme/site' };

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['wiki.list', { ...project, with_content: true }, `GET ${wikis}?with_content=true`],
  ['wiki.get', { ...project, slug: 'home', render_html: true }, `GET ${wikis}/home?render_html=true`],
  [
    'wiki.create',
    { ...project, title: 'docs/Set up', content: '# x', format: 'md' },
    [`POST ${wikis}`, { title: 'docs/Set up', content: '# x', format: 'markdown' }],
  ],
  ['wiki.update', { ...project, slug: 'home', content: 'x' }, [`PUT ${wikis}/home`, { content: 'x' }]],
  ['wiki.delete', { ...project, slug: 'home' }, `DELETE ${wikis}/home`],
];

describe('requests of the wiki actions', () => {
  test.each(rows)('%s sends what GitLab documents', async (id, input, sent) => {
    const recording = await run(id, input);

    expect(recording.error).toBeUndefined();
    expect(recording.sent).toEqual([sent]);
  });

  test.each([
    ['wiki.get', {}],
    ['wiki.delete', {}],
    ['wiki.update', { content: 'x' }],
  ])('T-16: %s takes a slug with folders, blanks and letters of any script literally', async (id, more) => {
    const { requests } = await run(id, { ...project, slug: 'docs/über uns%2F', ...more });

    expect(requests[0]?.path).toBe(`${wikis}/docs%2F%C3%BCber%20uns%252F`);
  });
});

describe('title of a wiki page', () => {
  test('T-16: a title that would move the page is left out, and said so', async () => {
    const { sent, outcome } = await run(
      'wiki.update',
      { ...project, slug: 'docs/set-up', title: 'Installation', content: 'x' },
      [{ slug: 'docs/set-up' }],
    );

    expect(sent).toEqual([[`PUT ${wikis}/docs%2Fset-up`, { content: 'x' }]]);
    expect(outcome?.notes).toEqual([
      'The title was left as it is: the title would move the page from docs/set-up to docs/Installation, set rename to true if that is wanted.',
    ]);
  });

  test('T-16: a title alone that would move the page is refused before anything is sent', async () => {
    const { sent, error } = await run('wiki.update', { ...project, slug: 'docs/set-up', title: 'Installation' });

    expect(sent).toEqual([]);
    expect(error?.message).toContain('set rename to true');
  });

  test('T-16: with rename the page moves within its folder, and both slugs are shown', async () => {
    const { sent, outcome } = await run(
      'wiki.update',
      { ...project, slug: 'docs/set-up', title: 'Installation', rename: true },
      [{ slug: 'docs/Installation', title: 'Installation' }],
    );

    expect(sent).toEqual([[`PUT ${wikis}/docs%2Fset-up`, { title: 'docs/Installation' }]]);
    expect(outcome?.value).toMatchObject({ slug: 'docs/Installation', previous_slug: 'docs/set-up' });
  });

  test('T-16: a title with the same slug is no move', async () => {
    const { sent } = await run('wiki.update', { ...project, slug: 'docs/set-up', title: 'set up' }, [
      { slug: 'docs/set-up' },
    ]);

    expect(sent).toEqual([[`PUT ${wikis}/docs%2Fset-up`, { title: 'docs/set up' }]]);
  });

  test.each([
    ['home', 'home', 'home', false],
    ['home', 'Home', 'Home', true],
    ['docs/a-b', 'a  b', 'docs/a-b', false],
    ['docs/a', '/a', 'a', true],
    ['docs/a', 'guides/a', 'guides/a', true],
    ['docs/a', 'docs/a', 'docs/a', false],
    ['docs/größe', 'größe', 'docs/größe', false],
  ])('T-16: page %s with the title %s is at %s', (slug, title, expected, moves) => {
    expect(placeOf(slug, title)).toMatchObject({ slug: expected, moves });
  });
});

describe('attachments', () => {
  const attachment = 'wiki.upload_attachment';

  test('T-77: content given as base64 is sent as a file with its name', async () => {
    const { requests, error } = await run(attachment, {
      ...project,
      filename: 'größe "x".png',
      content_base64: Buffer.from('bytes').toString('base64'),
      branch: 'main',
    });

    expect(error).toBeUndefined();
    expect(requests[0]).toMatchObject({ method: 'POST', path: `${wikis}/attachments` });
    const body = formText(requests[0]);
    expect(body).toContain('name="branch"\r\n\r\nmain');
    expect(body).toContain('name="file"');
    expect(body).toContain('größe');
    expect(body).toContain('\r\n\r\nbytes\r\n');
  });

  test('T-77: a local file keeps its own name unless another is given', async () => {
    const files: LocalFiles = {
      read: () => Promise.resolve({ name: 'shot.png', content: new Uint8Array([65]) }),
      write: () => Promise.reject(new Error('not asked')),
      list: () => Promise.reject(new Error('not asked')),
    };

    const { requests } = await run(attachment, { ...project, file_path: '/pictures/shot.png' }, [{}], files);

    expect(formText(requests[0])).toContain('filename="shot.png"');
  });

  test.each([
    ['neither source', {}, 'exactly one of content_base64, file_path'],
    ['both sources', { filename: 'a', content_base64: 'QQ==', file_path: 'a' }, 'exclude each other'],
    ['content without a name', { content_base64: 'QQ==' }, 'needs filename'],
    ['text that is not base64', { filename: 'a', content_base64: 'not base64!' }, 'not base64'],
    ['a local path where there are no files', { file_path: 'a.png' }, 'give content_base64'],
    ['a file name with a line break', { filename: 'a\r\nb', content_base64: 'QQ==' }, 'one line'],
  ])('T-77: %s is refused before anything is sent', async (_title, input, reason) => {
    const { sent, error } = await run(attachment, { ...project, ...input });

    expect(sent).toEqual([]);
    expect(error?.message).toContain(reason);
  });
});
