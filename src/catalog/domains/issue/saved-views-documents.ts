const fields = 'id name description private subscribed sort filters displaySettings';

export const listDocument = `
query SavedViews(
  $fullPath: ID!, $search: String, $subscribedOnly: Boolean, $first: Int, $after: String, $last: Int, $before: String
) {
  namespace(fullPath: $fullPath) {
    savedViews(
      search: $search, subscribedOnly: $subscribedOnly, first: $first, after: $after, last: $last, before: $before
    ) {
      pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
      nodes { ${fields} }
    }
  }
}`;

export const getDocument = `
query SavedView($fullPath: ID!, $id: WorkItemsSavedViewsSavedViewID!) {
  namespace(fullPath: $fullPath) {
    savedViews(id: $id) { nodes { ${fields} } }
  }
}`;

export const createDocument = `
mutation CreateSavedView($input: WorkItemSavedViewCreateInput!) {
  workItemSavedViewCreate(input: $input) { errors savedView { ${fields} } }
}`;

export const updateDocument = `
mutation UpdateSavedView($input: WorkItemSavedViewUpdateInput!) {
  workItemSavedViewUpdate(input: $input) { errors savedView { ${fields} } }
}`;

export const deleteDocument = `
mutation DeleteSavedView($input: WorkItemSavedViewDeleteInput!) {
  workItemSavedViewDelete(input: $input) { errors }
}`;

export const subscribeDocument = `
mutation SubscribeToSavedView($input: WorkItemSavedViewSubscribeInput!) {
  workItemSavedViewSubscribe(input: $input) { errors savedView { ${fields} } }
}`;

export const unsubscribeDocument = `
mutation UnsubscribeFromSavedView($input: WorkItemSavedViewUnsubscribeInput!) {
  workItemSavedViewUnsubscribe(input: $input) { errors savedView { ${fields} } }
}`;
