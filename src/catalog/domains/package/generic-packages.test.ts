import { describe, expect, test } from 'vitest';
import { memoryFiles, replyJson, startStandIn } from '../../../../test/support/run-action.ts';
import type { LocalFiles } from '../../call.ts';
import { inlineLimitBytes } from '../../download.ts';
import { packageActions } from './package-actions.ts';
import { mostFiles } from './publish-directory.ts';

const byId = new Map(packageActions.map((action) => [action.id, action]));

const version = { project_id: 'acme/site', package_name: 'app', package_version: '1.0.0' };
const at = '/projects/acme%2Fsite/packages/generic/app/1.0.0';
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('package.download', () => {
  const action = byId.get('package.download');

  test('T-76: returns a small file with type, size and checksum', async () => {
    await using gitlab = await startStandIn((_, reply) =>
      reply.writeHead(200, { 'content-type': 'application/octet-stream' }).end('bin'),
    );

    const { value } = await gitlab.run(action, { ...version, file: 'app v1.txt' });

    expect(gitlab.seen()).toEqual([`GET ${at}/app%20v1.txt`]);
    expect(value).toEqual({
      file_name: 'app v1.txt',
      content_type: 'application/octet-stream',
      size: 3,
      sha256: '51a1f05af85e342e3c849b47d387086476282d5f50dc240c19216d6edfb1eb5a',
      encoding: 'text',
      content: 'bin',
    });
  });

  test('a folder in the name stays a folder in the address', async () => {
    await using gitlab = await startStandIn((_, reply) => reply.writeHead(200).end('x'));

    const { value } = await gitlab.run(action, { ...version, file_name: 'linux/x64/app' });

    expect(gitlab.seen()).toEqual([`GET ${at}/linux/x64/app`]);
    expect(value).toMatchObject({ file_name: 'app' });
  });

  test('T-76: tells the size of a large file, or writes it to a local path', async () => {
    const content = Buffer.alloc(2 * inlineLimitBytes, 'x');
    const { files, written } = memoryFiles();
    await using gitlab = await startStandIn((_, reply) =>
      reply.writeHead(200, { 'content-type': 'application/zip', 'content-length': content.length }).end(content),
    );

    const described = await gitlab.run(action, { ...version, file_name: 'a.zip' });
    const saved = await gitlab.run(action, { ...version, file_name: 'a.zip', output_path: '/d/a.zip' }, { files });

    expect(described.value).toMatchObject({ size: content.length, sha256: null });
    expect(described.notes.join()).toContain('output_path');
    expect(saved.value).toMatchObject({ path: '/d/a.zip', size: content.length });
    expect(written.get('/d/a.zip')).toEqual(content);
  });

  test.each(['../other/1.0/secret', 'a/%2e%2e/b', 'a\\b', 'a//b', '..'])(
    'T-09: %j sends nothing',
    async (file_name) => {
      await using gitlab = await startStandIn((_, reply) => reply.end());

      await expect(gitlab.run(action, { ...version, file_name })).rejects.toMatchObject({ code: 'input.invalid' });
      expect(gitlab.requests).toEqual([]);
    },
  );
});

describe('package.publish', () => {
  const action = byId.get('package.publish');
  const stored = { id: 9, package_id: 5, file_name: 'app.txt', size: 6 };

  test('T-77: sends the bytes and nothing around them, and returns the stored file', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, stored, {}, 201));

    const { value } = await gitlab.run(action, {
      ...version,
      filename: 'größe.txt',
      content: base64('größe'),
      status: 'hidden',
    });

    expect(gitlab.seen()).toEqual([`PUT ${at}/gr%C3%B6%C3%9Fe.txt?status=hidden&select=package_file`]);
    const [request] = gitlab.requests;
    expect(request?.body.toString()).toBe('größe');
    expect(request?.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '7',
      accept: '*/*',
    });
    expect(value).toEqual(stored);
  });

  test('T-77: an empty file is a file', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, stored, {}, 201));

    await gitlab.run(action, { ...version, file_name: 'empty', content_base64: '' });

    expect(gitlab.requests[0]?.headers['content-length']).toBe('0');
  });

  test('a local file is read where the server runs beside its user', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, stored, {}, 201));
    const { files } = localFiles({ 'out/app': 'binary' });

    await gitlab.run(action, { ...version, file_name: 'app', file_path: 'out/app' }, { files });

    expect(gitlab.seen()).toEqual([`PUT ${at}/app?select=package_file`]);
    expect(gitlab.requests[0]?.body.toString()).toBe('binary');
  });

  test.each<[string, object, string]>([
    ['neither source', {}, 'exactly one of content_base64, file_path'],
    ['both sources', { content_base64: 'QQ==', file_path: 'a' }, 'exclude each other'],
    ['text that is not base64', { content_base64: 'not base64!' }, 'not base64'],
    ['a local path where there are no files', { file_path: 'a' }, 'give content_base64'],
    ['a file name with a line break', { file_name: 'a\r\nb', content_base64: 'QQ==' }, 'file_name'],
  ])('T-77: %s is refused before anything is sent', async (_, input, reason) => {
    await using gitlab = await startStandIn((_request, reply) => reply.end());

    await expect(gitlab.run(action, { ...version, file_name: 'a', ...input })).rejects.toThrow(reason);
    expect(gitlab.requests).toEqual([]);
  });
});

describe('package.publish_and_link', () => {
  const action = byId.get('package.publish_and_link');
  const input = { ...version, file_name: 'bin/app', content_base64: base64('x'), tag: 'v1/0' };
  const link = '/projects/acme%2Fsite/releases/v1%2F0/assets/links';

  test('links the release to where the file can be fetched', async () => {
    await using gitlab = await startStandIn((request, reply) =>
      replyJson(reply, request.method === 'PUT' ? { id: 9 } : { id: 3, name: 'bin/app' }, {}, 201),
    );

    const { value } = await gitlab.run(action, input);

    const url = `${gitlab.client.instance.restBase}${at}/bin/app`;
    expect(gitlab.seen()).toEqual([`PUT ${at}/bin/app?select=package_file`, `POST ${link}`]);
    expect(JSON.parse(gitlab.requests[1]?.body.toString() ?? '')).toEqual({
      name: 'bin/app',
      url,
      link_type: 'package',
    });
    expect(value).toEqual({ package_file: { id: 9 }, release_link: { id: 3, name: 'bin/app' }, url });
  });

  test('names, kind and path of the link are the caller’s', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}, {}, 201));

    await gitlab.run(action, { ...input, link_name: 'App', link_type: 'image', direct_asset_path: '/bin/app' });

    expect(JSON.parse(gitlab.requests[1]?.body.toString() ?? '')).toMatchObject({
      name: 'App',
      link_type: 'image',
      direct_asset_path: '/bin/app',
    });
  });

  test('a link that fails is an error that says the file is there', async () => {
    await using gitlab = await startStandIn((request, reply) =>
      request.method === 'PUT'
        ? replyJson(reply, { id: 9 }, {}, 201)
        : replyJson(reply, { message: 'Release does not exist' }, {}, 404),
    );

    await expect(gitlab.run(action, input)).rejects.toThrow(/was published as http.*but was not linked/);
  });

  test('nothing is linked when nothing was published', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, { message: 'Forbidden' }, {}, 403));

    await expect(gitlab.run(action, input)).rejects.toMatchObject({ status: 403 });
    expect(gitlab.requests).toHaveLength(1);
  });
});

describe('package.publish_directory', () => {
  const action = byId.get('package.publish_directory');
  const input = { ...version, directory: 'out' };

  test('publishes file after file in order and reports how far it is', async () => {
    await using gitlab = await startStandIn((request, reply) => replyJson(reply, { stored: request.body.toString() }));
    const { files, listed } = localFiles({ a: '1', 'b.txt': '2', 'sub/c': '3' });
    const steps: unknown[] = [];

    const { value, notes } = await gitlab.run(
      action,
      { ...input, recursive: true },
      { files, progress: (...step) => steps.push(step) },
    );

    expect(listed).toEqual([{ directory: 'out', recursive: true }]);
    expect(gitlab.seen()).toEqual(['a', 'b.txt', 'sub/c'].map((name) => `PUT ${at}/${name}?select=package_file`));
    expect(value).toEqual({
      published: [
        { file: 'a', package_file: { stored: '1' } },
        { file: 'b.txt', package_file: { stored: '2' } },
        { file: 'sub/c', package_file: { stored: '3' } },
      ],
      failed: [],
    });
    expect(steps).toContainEqual([1, 3, 'publishing b.txt']);
    expect(notes).toEqual([]);
  });

  test('a pattern chooses', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));
    const { files } = localFiles({ 'a.zip': '1', 'a.zip.sig': '2', 'b.zip': '3' });

    await gitlab.run(action, { ...input, include_pattern: '*.zip' }, { files });

    expect(gitlab.seen()).toEqual([`PUT ${at}/a.zip?select=package_file`, `PUT ${at}/b.zip?select=package_file`]);
  });

  test('a file that GitLab refuses does not stop the others, and is told', async () => {
    await using gitlab = await startStandIn((request, reply) =>
      request.url.includes('/b?')
        ? replyJson(reply, { message: 'Duplicate package is not allowed' }, {}, 403)
        : replyJson(reply, {}, {}, 201),
    );
    const { files } = localFiles({ a: '1', b: '2', c: '3' });

    const { value, notes } = await gitlab.run(action, input, { files });

    expect(value).toMatchObject({
      published: [{ file: 'a' }, { file: 'c' }],
      failed: [{ file: 'b', error: expect.stringContaining('Duplicate package') }],
    });
    expect(notes).toEqual(['1 of 3 files were not published.']);
  });

  test('an error that would meet every file stops it, and what was stored is told', async () => {
    await using gitlab = await startStandIn((request, reply) =>
      request.url.includes('/a?')
        ? replyJson(reply, {}, {}, 201)
        : replyJson(reply, { message: '404 Project Not Found' }, {}, 404),
    );
    const { files } = localFiles({ a: '1', b: '2', c: '3' });

    const { value } = await gitlab.run(action, input, { files });

    expect(gitlab.requests.filter(({ method }) => method === 'PUT')).toHaveLength(2);
    expect(value).toMatchObject({
      published: [{ file: 'a' }],
      failed: [{ file: 'b' }, { file: 'c', error: 'not tried, an earlier request failed' }],
    });
  });

  test('is an error when not a single file was stored', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, { message: 'Bad version' }, {}, 400));
    const { files } = localFiles({ a: '1', b: '2' });

    await expect(gitlab.run(action, input, { files })).rejects.toMatchObject({ status: 400 });
  });

  test.each<[string, Readonly<Record<string, string>>, object, string]>([
    ['an empty directory', {}, {}, 'none of the 0 files'],
    ['a pattern that nothing fits', { a: '1' }, { pattern: '*.zip' }, 'none of the 1 files'],
    [
      'too many files',
      Object.fromEntries(Array.from({ length: mostFiles + 1 }, (_, index) => [`f${index}`, ''])),
      {},
      'choose with include_pattern',
    ],
  ])('%s is refused before anything is sent', async (_, content, more, reason) => {
    await using gitlab = await startStandIn((_request, reply) => reply.end());

    const run = gitlab.run(action, { ...input, ...more }, { files: localFiles(content).files });

    await expect(run).rejects.toThrow(reason);
    expect(gitlab.requests).toEqual([]);
  });

  test('is refused where local files are out of reach, with what to use instead', async () => {
    await using gitlab = await startStandIn((_, reply) => reply.end());

    await expect(gitlab.run(action, input)).rejects.toThrow('use package.publish with content_base64');
  });
});

/** Local files by path; listing gives all of them, whatever the directory. */
function localFiles(content: Readonly<Record<string, string>>) {
  const listed: object[] = [];
  const files: LocalFiles = {
    read: (path) => Promise.resolve({ name: path, content: Buffer.from(content[path] ?? '') }),
    write: () => Promise.reject(new Error('nothing to write')),
    list(directory, { recursive }) {
      listed.push({ directory, recursive });
      return Promise.resolve(Object.keys(content).map((path) => ({ path, name: path })));
    },
  };
  return { files, listed };
}
