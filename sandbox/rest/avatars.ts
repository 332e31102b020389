import { UploadedFile } from '../http/multipart.ts';
import { notFound } from '../http/refusal.ts';
import { Reply } from '../http/reply.ts';
import { defineState, type World } from '../world/world.ts';

type Owner = 'project' | 'group' | 'user';

const avatarsState = defineState(() => new Map<string, UploadedFile>());

/** Keeps an uploaded avatar and says where it is shown; an empty value removes it. */
export function storeAvatar(world: World, of: Owner, id: number, avatar: unknown): string | null {
  const avatars = world.state(avatarsState);
  const key = `${of}/${id}`;
  if (!(avatar instanceof UploadedFile) || avatar.bytes.length === 0) {
    avatars.delete(key);
    return null;
  }
  avatars.set(key, avatar);
  return world.url(`/uploads/-/system/${of}/avatar/${id}/${encodeURIComponent(avatar.filename)}`);
}

/** The picture itself. */
export function avatarReply(world: World, of: Owner, id: number): Reply {
  const avatar = world.state(avatarsState).get(`${of}/${id}`);
  if (avatar === undefined) throw notFound('Avatar');
  return new Reply(200, avatar.bytes, {
    contentType: avatar.contentType,
    headers: { 'Content-Disposition': `attachment; filename="${avatar.filename}"` },
  });
}
