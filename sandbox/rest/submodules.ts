import { failure, notFound } from '../http/refusal.ts';
import type { TreeFile } from '../world/git-objects.ts';
import { recordPush } from '../world/push.ts';
import { code } from './code.ts';
import { presentCommit } from './commits-presenter.ts';
import { requirePush, signatures } from './committing.ts';
import { optional, requires } from './params.ts';
import type { Resource } from './routes.ts';

/** Moves a submodule to another commit. */
export const submodules: Resource = {
  routes(routes) {
    const params = {
      branch: requires.string({ blank: false }),
      commit_sha: requires.string({ blank: false }),
      commit_message: optional.string(),
    };
    routes.put(
      '/projects/:id/repository/submodules/:submodule',
      { permission: 'update_repository_submodule', params },
      (call) => {
        const { project, repository } = code(call, 'developer');
        const { branch, commit_sha: pinned, commit_message: message } = call.params;
        const path = call.path('submodule');
        const head = repository.branches.get(branch);
        if (head === undefined) throw notFound('Branch');
        requirePush(call, project, branch);
        const tree = new Map<string, TreeFile>(repository.treeAt(head));
        if (tree.get(path)?.mode !== '160000') throw failure(400, 'Invalid submodule path');
        if (!/^[0-9a-f]{40}$/.test(pinned)) throw failure(400, 'Invalid commit SHA');
        if (tree.get(path)?.blob === pinned) throw failure(400, `The submodule ${path} is already at ${pinned}`);
        tree.set(path, { mode: '160000', blob: pinned });
        const commit = repository.createCommit({
          tree,
          parents: [head],
          ...signatures(call),
          message: message || `Update submodule ${path} with oid ${pinned}`,
        });
        repository.branches.set(branch, commit.sha);
        recordPush(call.world, project, {
          refType: 'branch',
          ref: branch,
          from: head,
          to: commit.sha,
          userId: call.me.id,
        });
        return presentCommit(call.world, project, commit);
      },
    );
  },
};
