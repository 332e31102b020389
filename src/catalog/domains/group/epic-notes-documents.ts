const noteFields = `
    id
    body
    system
    internal
    resolvable
    resolved
    createdAt
    updatedAt
    url
    maxAccessLevelOfAuthor
    author { id username name }`;

export const discussionsDocument = `
query EpicDiscussions($fullPath: ID!, $iid: String!, $first: Int, $after: String, $last: Int, $before: String) {
  namespace(fullPath: $fullPath) {
    workItem(iid: $iid) {
      id
      workItemType { id name }
      widgets(onlyTypes: [NOTES]) {
        ... on WorkItemWidgetNotes {
          discussions(first: $first, after: $after, last: $last, before: $before) {
            pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
            nodes {
              id
              createdAt
              resolvable
              resolved
              notes { nodes {${noteFields}
              } }
            }
          }
        }
      }
    }
  }
}`;

export const createDocument = `
mutation CreateNote($input: CreateNoteInput!) {
  createNote(input: $input) { errors note {${noteFields}
    discussion { id }
  } }
}`;

export const updateDocument = `
mutation UpdateNote($input: UpdateNoteInput!) {
  updateNote(input: $input) { errors note {${noteFields}
    discussion { id }
  } }
}`;

export const deleteDocument = `
mutation DestroyNote($input: DestroyNoteInput!) {
  destroyNote(input: $input) { errors note { id } }
}`;
