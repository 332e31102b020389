import { AppError } from '../errors/app-error.ts';
import type { SurfaceManifest } from '../surfaces/manifest.ts';
import type { Grant } from '../surfaces/surface.ts';

/**
 * The refusal of a tool that is not listed. Models know names from other servers and other surfaces: where such a name
 * stands for an action, the refusal says how that is called here.
 */
export function unknownTool(name: string, manifest: SurfaceManifest, grant: Grant | undefined): AppError {
  const shown = name.slice(0, 100);
  const meant = idsIn(shown)
    .map((id) => manifest.detail(id, grant))
    .find((detail) => detail !== undefined);
  const advice =
    meant === undefined
      ? 'use one that tools/list shows'
      : `call ${meant.tool}${meant.action === undefined ? '' : ` with action ${meant.action}`}`;
  return new AppError('request.params', `there is no tool ${JSON.stringify(shown)}. Suggestion: ${advice}`, {
    detail: { refusal_reason: 'unknown_action' },
  });
}

/** `gitlab_merge_request_list` may be the tool itself, `merge.request_list` or `merge_request.list`. */
function idsIn(name: string): readonly string[] {
  const words = name.replace(/^gitlab_/, '').split('_');
  return [
    name,
    ...words.slice(1).map((_, at) => `${words.slice(0, at + 1).join('_')}.${words.slice(at + 1).join('_')}`),
  ];
}
