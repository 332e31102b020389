import type { ActionCall } from '../../call.ts';
import { sendGraphql } from '../../run-graphql.ts';
import { findDocument } from './work-items-documents.ts';
import { flattenWorkItem } from './work-item-view.ts';
import { isRecord } from '../../../gitlab/json.ts';

/** Enough of a work item to change it and to say which one it was. */
export interface FoundWorkItem {
  readonly id: string;
  readonly iid: string;
  readonly title?: unknown;
  readonly webUrl?: unknown;
  readonly reference?: unknown;
  readonly workItemType?: unknown;
  /** The work item above it, or null. */
  readonly parent?: unknown;
}

/**
 * Looks up a work item by its number in a project or group: a change needs the ID.
 *
 * @throws NotFound, before anything is changed
 */
export async function findWorkItem(call: ActionCall<unknown>, fullPath: string, iid: number): Promise<FoundWorkItem> {
  const found = await sendGraphql(call, {
    document: findDocument,
    pick: 'namespace.workItem',
    variables: { fullPath, iid: String(iid) },
    isRead: true,
  });
  // The document asks for these keys.
  return flattenWorkItem(found) as FoundWorkItem;
}

/** By its number, which is the same everywhere, or by what people call it here. */
export function isEpic({ workItemType }: Pick<FoundWorkItem, 'workItemType'>): boolean {
  if (!isRecord(workItemType)) return false;
  const { id, name } = workItemType;
  return String(id).endsWith('/8') || /epic/i.test(String(name));
}
