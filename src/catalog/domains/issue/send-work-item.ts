import type { ActionCall } from '../../call.ts';
import { toVariables } from '../../graphql-variables.ts';
import { sendGraphql } from '../../run-graphql.ts';
import { flattenConnection, flattenWorkItem, hasMoreChildren } from './work-item-view.ts';
import { createDocument, deleteDocument, getDocument, listDocument, updateDocument } from './work-items-documents.ts';

type Variables = Readonly<Record<string, unknown>>;

/** A page of work items, each as one object. `fixed` are variables that the caller has no say in. */
export async function listWorkItems(call: ActionCall, fixed: Variables = {}): Promise<unknown> {
  const spec = { document: listDocument, pick: 'namespace.workItems' };
  const variables = { ...toVariables(call.action, spec, call.input), ...fixed };
  return flattenConnection(await sendGraphql(call, { ...spec, variables }));
}

export async function getWorkItem(call: ActionCall): Promise<unknown> {
  const spec = { document: getDocument, pick: 'namespace.workItem' };
  const variables = toVariables(call.action, spec, call.input);
  return describe(call, await sendGraphql(call, { ...spec, variables }));
}

export async function sendCreation(call: ActionCall<unknown>, input: Variables): Promise<unknown> {
  const spec = { document: createDocument, pick: 'workItemCreate.workItem' };
  return describe(call, await sendGraphql(call, { ...spec, variables: { input } }));
}

export async function sendChanges(call: ActionCall<unknown>, input: Variables): Promise<unknown> {
  const spec = { document: updateDocument, pick: 'workItemUpdate.workItem' };
  return describe(call, await sendGraphql(call, { ...spec, variables: { input } }));
}

export function sendDeletion(call: ActionCall<unknown>, id: string): Promise<unknown> {
  return sendGraphql(call, { document: deleteDocument, pick: 'workItemDelete', variables: { input: { id } } });
}

/** One work item as one object, with a word about what did not fit in. */
function describe(call: ActionCall<unknown>, workItem: unknown): unknown {
  const flat = flattenWorkItem(workItem);
  if (hasMoreChildren(flat)) call.note('The first 50 children are shown, there are more.');
  return flat;
}
