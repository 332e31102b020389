import { Readable } from 'node:stream';
import type { ActionCall } from '../../call.ts';
import { filePath, line, oneOf, required } from '../../field.ts';
import { projectId } from '../../fields.ts';
import { pathOf, queryOf } from '../../request.ts';
import { inPieces, isLong } from '../../upload.ts';
import type { RestRequest } from '../../../gitlab/client.ts';

/** Which version of a generic package a file belongs to. */
export const ofVersion = {
  project_id: projectId,
  package_name: required(
    line('Name of the package: letters, digits and . _ - + ~.', { minLength: 1, aliases: ['name', 'package'] }),
  ),
  package_version: required(line('Version of the package, such as 1.0.0.', { minLength: 1, aliases: ['version'] })),
} as const;

export const fileName = required(
  filePath('Name of the file in the package, with its folder if it has one.', {
    minLength: 1,
    aliases: ['filename', 'file', 'name'],
  }),
);

export const packageStatus = oneOf('hidden keeps the package out of lists. Default default.', ['default', 'hidden']);

export interface Version {
  readonly project_id: string;
  readonly package_name: string;
  readonly package_version: string;
}

/** Address of a file below the API base. A folder is the rest of the address, so its slashes stay slashes. */
export function genericPath({ project_id, package_name, package_version }: Version, file: string): string {
  const base = pathOf`/projects/${project_id}/packages/generic/${package_name}/${package_version}`;
  return file.split('/').reduce((path, part) => path + pathOf`/${part}`, base);
}

/** Stores a file in a version of a package, which is created with its first file, and gives back the stored file. */
export async function publishFile(
  call: ActionCall<unknown>,
  version: Version,
  file: { readonly name: string; readonly content: Uint8Array; readonly status: string | undefined },
  report: (bytes: number) => void = () => undefined,
): Promise<unknown> {
  const { body } = await call.send({
    method: 'PUT',
    path: genericPath(version, file.name),
    query: queryOf({ status: file.status, select: 'package_file' }),
    form: bareBody(file.content, report),
  });
  report(file.content.length);
  return body;
}

/** The bytes and nothing around them: GitLab stores whatever the body is, so a form would end up in the file. */
function bareBody(content: Uint8Array, report: (bytes: number) => void): NonNullable<RestRequest['form']> {
  return {
    contentType: 'application/octet-stream',
    contentLength: content.length,
    open: () =>
      isLong(content)
        ? Readable.from(inPieces(content, report), { objectMode: false })
        : Buffer.from(content.buffer, content.byteOffset, content.length),
  };
}
