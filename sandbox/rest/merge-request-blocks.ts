import { canReadMergeRequests, canUpdateMergeRequest } from '../access/planning.ts';
import { conflict, forbidden, invalidRecord, noRecord } from '../http/refusal.ts';
import { type Block, mergeRequestBlocks } from '../world/merge-request-blocks.ts';
import { findMergeRequest } from '../world/merge-requests.ts';
import type { Call } from './call.ts';
import { mergeRequestOf } from './issuable-lookup.ts';
import { presentMergeRequestBasic } from './merge-requests-presenter.ts';
import { requires } from './params.ts';
import type { Resource } from './routes.ts';

const path = '/projects/:id/merge_requests/:merge_request_iid';
const iid = { merge_request_iid: requires.integer() };
const licence = { tier: 'premium' } as const;

/** Merge requests that wait for others. */
export const blockRoutes: Resource = {
  routes(routes) {
    const read = { permission: 'read_merge_request_dependency', ...licence } as const;
    routes.get(`${path}/blocks`, { ...read, params: iid }, (call) => {
      const { mergeRequest } = mergeRequestOf(call);
      const found = mergeRequestBlocks(call.world).filter(({ blockedId }) => blockedId === mergeRequest.id);
      return call.page(found, (block) => present(call, block));
    });
    routes.get(`${path}/blockees`, { ...read, params: iid }, (call) => {
      const { mergeRequest } = mergeRequestOf(call);
      const found = mergeRequestBlocks(call.world).filter(({ blockingId }) => blockingId === mergeRequest.id);
      return call.page(found, (block) => present(call, block));
    });
    const id = { ...iid, block_id: requires.integer() };
    routes.get(`${path}/blocks/:block_id`, { ...read, params: id }, (call) => present(call, blockIn(call)));

    const creation = { ...iid, blocking_merge_request_id: requires.integer() };
    routes.post(
      `${path}/blocks`,
      { permission: 'create_merge_request_dependency', ...licence, params: creation },
      (call) => {
        const { project, mergeRequest } = mergeRequestOf(call);
        if (!canUpdateMergeRequest(call, project, mergeRequest)) throw forbidden();
        const blocking = findMergeRequest(call.world, call.params.blocking_merge_request_id);
        const home = blocking === undefined ? undefined : call.world.projects.find(blocking.projectId);
        if (blocking === undefined || home === undefined || !canReadMergeRequests(call, home)) throw noRecord();
        if (blocking === mergeRequest)
          throw invalidRecord({ blocking_merge_request: ['This block is self-referential'] });
        const blocks = mergeRequestBlocks(call.world);
        if (blocks.some((each) => each.blockingId === blocking.id && each.blockedId === mergeRequest.id)) {
          throw conflict('Block already exists');
        }
        const block = {
          id: call.world.nextId('merge_request_block'),
          blockingId: blocking.id,
          blockedId: mergeRequest.id,
        };
        blocks.push(block);
        return present(call, block);
      },
    );
    routes.delete(
      `${path}/blocks/:block_id`,
      { permission: 'delete_merge_request_dependency', ...licence, params: id },
      (call) => {
        const { project, mergeRequest } = mergeRequestOf(call);
        const block = blockIn(call);
        if (!canUpdateMergeRequest(call, project, mergeRequest)) throw forbidden();
        const blocks = mergeRequestBlocks(call.world);
        blocks.splice(blocks.indexOf(block), 1);
      },
    );
  },
};

function blockIn(call: Call<{ readonly block_id: number }>): Block {
  const { mergeRequest } = mergeRequestOf(call);
  const block = mergeRequestBlocks(call.world).find(
    ({ id, blockedId }) => id === call.params.block_id && blockedId === mergeRequest.id,
  );
  if (block === undefined) throw noRecord();
  return block;
}

function present(call: Call<unknown>, { id, blockingId, blockedId }: Block) {
  const blocking = findMergeRequest(call.world, blockingId);
  const blocked = findMergeRequest(call.world, blockedId);
  return {
    id,
    blocking_merge_request: blocking === undefined ? null : presentMergeRequestBasic(call, blocking),
    blocked_merge_request: blocked === undefined ? null : presentMergeRequestBasic(call, blocked),
    project_id: blocked?.projectId ?? null,
  };
}
