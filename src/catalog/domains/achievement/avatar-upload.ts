import { AppError } from '../../../errors/app-error.ts';
import type { GraphqlUpload } from '../../../gitlab/graphql-form.ts';
import type { ActionCall } from '../../call.ts';
import { line, text } from '../../field.ts';
import { readUpload } from '../../upload.ts';

/** Where the image of an achievement comes from. */
export const avatarFields = {
  avatar_file_path: line('Path of a local image, where the server runs beside its user.', {
    place: 'none',
    minLength: 1,
    aliases: ['file_path', 'avatar_path', 'avatar'],
  }),
  avatar_content_base64: text('The image as base64.', {
    place: 'none',
    minLength: 1,
    aliases: ['content_base64', 'avatar_base64'],
  }),
  avatar_filename: line('Name of the image with its extension. Default avatar.png, or the name of the local file.', {
    place: 'none',
    minLength: 1,
    maxLength: 255,
    aliases: ['filename', 'file_name'],
  }),
  avatar_content_type: line('Media type of the image. Default: by the extension of its name.', {
    place: 'none',
    aliases: ['content_type', 'media_type'],
  }),
} as const;

export const avatarRules = [{ rule: 'at-most-one', of: ['avatar_file_path', 'avatar_content_base64'] }] as const;

export interface AvatarInput {
  readonly avatar_file_path?: string;
  readonly avatar_content_base64?: string;
  readonly avatar_filename?: string;
  readonly avatar_content_type?: string;
}

/**
 * The image as a file for the variable; `undefined` when none was given.
 *
 * @throws AppError `input.invalid` for what is no image by its type, and as `readUpload`
 */
export async function readAvatar(call: ActionCall<AvatarInput>, variable: string): Promise<GraphqlUpload | undefined> {
  const { avatar_file_path: path, avatar_content_base64: base64, avatar_content_type: given } = call.input;
  if (path === undefined && base64 === undefined) return undefined;
  const filename = call.input.avatar_filename ?? (base64 === undefined ? undefined : 'avatar.png');
  const { action, files, signal } = call;
  const { fileName, content } = await readUpload({
    action,
    files,
    signal,
    input: {
      ...(path === undefined ? {} : { file_path: path }),
      ...(base64 === undefined ? {} : { content_base64: base64 }),
      ...(filename === undefined ? {} : { filename }),
    },
  });
  const contentType = given ?? imageTypes[/[^.]*$/.exec(fileName)?.[0].toLowerCase() ?? ''];
  if (contentType === undefined || !contentType.startsWith('image/')) {
    throw new AppError('input.invalid', `${action.id}: ${JSON.stringify(fileName)} is no image by its name or type`);
  }
  return { variable, fileName, contentType, content };
}

/** What GitLab takes for an avatar, by extension. */
const imageTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  ico: 'image/vnd.microsoft.icon',
  webp: 'image/webp',
};
