import type { UploadedFile } from '../http/multipart.ts';
import { notFound } from '../http/refusal.ts';
import { attachment } from '../http/reply.ts';
import type { Group } from '../world/groups.ts';
import type { Project, Upload } from '../world/projects.ts';
import { defineState, type World } from '../world/world.ts';
import type { Call } from './call.ts';
import { requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';
import { presentUserById } from './users-presenter.ts';

type Kind = 'project' | 'group';

const groupUploadsState = defineState(() => new Map<number, Upload[]>());

/** Files attached to Markdown: anybody who may write comments uploads, maintainers look after what is there. */
export const uploads: Resource = {
  routes(routes) {
    for (const kind of ['project', 'group'] as const) {
      const path = `/${kind}s/:id/uploads`;
      routes.post(path, { permission: 'create_markdown_upload', params: { file: requires.file() } }, (call) => {
        const owner = kind === 'project' ? call.project() : call.group();
        return presentNew(kind, owner, add(call, kind, owner, call.params.file));
      });
      manage(routes, kind, path);
    }
  },
};

function manage(routes: Routes, kind: Kind, path: string): void {
  const list = (call: Call<unknown>) =>
    uploadsOf(call.world, kind, kind === 'project' ? call.project('maintainer') : call.group('maintainer'));
  const read = { permission: 'read_markdown_upload', access: 'user' } as const;
  const destroy = { permission: 'delete_markdown_upload' } as const;
  const id = { upload_id: requires.integer() };
  const byId = (call: Call<{ readonly upload_id: number }>) =>
    list(call).find((upload) => upload.id === call.params.upload_id);
  const bySecret = (call: Call<unknown>) =>
    list(call).find((upload) => upload.secret === call.path('secret') && upload.filename === call.path('filename'));

  routes.get(path, read, (call) =>
    call.page(list(call).toReversed(), (upload) => ({
      id: upload.id,
      size: upload.bytes.length,
      filename: upload.filename,
      created_at: upload.createdAt,
      uploaded_by: presentUploader(call.world, upload),
    })),
  );
  routes.get(`${path}/:upload_id`, { ...read, params: id }, (call) => download(byId(call)));
  routes.get(`${path}/:secret/:filename`, read, (call) => download(bySecret(call)));
  routes.delete(`${path}/:upload_id`, { ...destroy, params: id }, (call) => remove(list(call), byId(call)));
  routes.delete(`${path}/:secret/:filename`, destroy, (call) => remove(list(call), bySecret(call)));
}

function uploadsOf(world: World, kind: Kind, owner: Project | Group): Upload[] {
  if (kind === 'project') return (owner as Project).uploads; // a project by its kind
  const state = world.state(groupUploadsState);
  const uploads = state.get(owner.id) ?? [];
  state.set(owner.id, uploads);
  return uploads;
}

function add(call: Call<unknown>, kind: Kind, owner: Project | Group, file: UploadedFile): Upload {
  const upload: Upload = {
    id: call.world.nextId('upload'),
    secret: call.world.hex(32),
    filename: file.filename.replace(/[^\w.-]/g, '_'),
    contentType: file.contentType,
    bytes: file.bytes,
    createdAt: call.now(),
    uploadedById: call.me.id,
  };
  uploadsOf(call.world, kind, owner).push(upload);
  return upload;
}

function presentNew(kind: Kind, owner: Project | Group, upload: Upload) {
  const alt = upload.filename.replace(/\.[^.]*$/, '');
  const url = `/uploads/${upload.secret}/${upload.filename}`;
  const isImage = /\.(png|jpe?g|gif|webp|svg|bmp|tiff?|ico)$/i.test(upload.filename);
  return {
    id: upload.id,
    alt: isImage ? alt : upload.filename,
    url,
    full_path: `/-/${kind}/${owner.id}${url}`,
    markdown: isImage ? `![${alt}](${url})` : `[${upload.filename}](${url})`,
  };
}

function presentUploader(world: World, upload: Upload) {
  const user = presentUserById(world, upload.uploadedById);
  return user === null ? null : { id: user.id, name: user.name, username: user.username };
}

function download(upload: Upload | undefined) {
  if (upload === undefined) throw notFound();
  return attachment(upload.bytes, upload.filename, { contentType: upload.contentType });
}

function remove(list: Upload[], upload: Upload | undefined): void {
  if (upload === undefined) throw notFound();
  list.splice(list.indexOf(upload), 1);
}
