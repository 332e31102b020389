const fields = 'id name url external createdAt';

export const listDocument = `
query CustomEmojiOfGroup($fullPath: ID!, $includeAncestorGroups: Boolean, $first: Int, $after: String, $last: Int, $before: String) {
  group(fullPath: $fullPath) {
    customEmoji(includeAncestorGroups: $includeAncestorGroups, first: $first, after: $after, last: $last, before: $before) {
      pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
      nodes { ${fields} }
    }
  }
}`;

export const createDocument = `
mutation CreateCustomEmoji($input: CreateCustomEmojiInput!) {
  createCustomEmoji(input: $input) { errors customEmoji { ${fields} } }
}`;

export const deleteDocument = `
mutation DestroyCustomEmoji($input: DestroyCustomEmojiInput!) {
  destroyCustomEmoji(input: $input) { errors customEmoji { ${fields} } }
}`;
