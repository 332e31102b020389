import { AppError } from '../../../errors/app-error.ts';
import type { ActionCall } from '../../call.ts';
import { findWorkItem, type FoundWorkItem, isEpic } from '../issue/find-work-item.ts';
import type { EpicAddress } from './epic-fields.ts';

/**
 * Looks up an epic. Other work items have numbers of the same kind, and nothing meant for an epic may happen to one of
 * them.
 *
 * @throws NotFound or AppError `input.invalid`, before anything is changed
 */
export async function findEpic(call: ActionCall<EpicAddress>): Promise<FoundWorkItem> {
  const { full_path: fullPath, epic_iid: iid } = call.input;
  const found = await findWorkItem(call, fullPath, iid);
  if (isEpic(found)) return found;
  throw new AppError(
    'input.invalid',
    `${call.action.id}: number ${iid} in ${JSON.stringify(fullPath)} is no epic, use the actions issue.work_item_* for it`,
  );
}
