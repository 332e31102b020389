import type { Viewer } from '../world/links.ts';
import type { Snippet } from '../world/snippets.ts';
import { presentUserById } from './users-presenter.ts';

export function presentSnippet({ world, admin }: Viewer, snippet: Snippet) {
  const project = snippet.projectId === null ? undefined : world.projects.find(snippet.projectId);
  const home = project === undefined ? '' : `/${project.fullPath}`;
  const path = `${home}/-/snippets/${snippet.id}`;
  const repository = `${project === undefined ? '' : `${project.fullPath}/`}snippets/${snippet.id}.git`;
  return {
    id: snippet.id,
    title: snippet.title,
    description: snippet.description,
    visibility: snippet.visibility,
    author: presentUserById(world, snippet.authorId),
    created_at: snippet.createdAt,
    updated_at: snippet.updatedAt,
    project_id: snippet.projectId,
    web_url: world.url(path),
    raw_url: world.url(`${path}/raw`),
    ssh_url_to_repo: `git@${new URL(world.settings.externalUrl).hostname}:${repository}`,
    http_url_to_repo: world.url(`/${repository}`),
    file_name: snippet.files[0]?.path ?? '',
    files: snippet.files.map(({ path: file }) => ({
      path: file,
      raw_url: world.url(`${path}/raw/main/${encodeURI(file)}`),
    })),
    imported: false,
    imported_from: 'none',
    ...(admin ? { repository_storage: 'default' } : {}),
  };
}
