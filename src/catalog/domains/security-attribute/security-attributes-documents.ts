const fields = 'id name description color editableState securityCategory { id name }';

export const createDocument = `
mutation CreateSecurityAttributes($input: SecurityAttributeCreateInput!) {
  securityAttributeCreate(input: $input) { errors securityAttributes { ${fields} } }
}`;

export const updateDocument = `
mutation UpdateSecurityAttribute($input: SecurityAttributeUpdateInput!) {
  securityAttributeUpdate(input: $input) { errors securityAttribute { ${fields} } }
}`;

export const deleteDocument = `
mutation DestroySecurityAttribute($input: SecurityAttributeDestroyInput!) {
  securityAttributeDestroy(input: $input) { errors deletedAttributeGid }
}`;

export const projectUpdateDocument = `
mutation UpdateSecurityAttributesOfProject($input: SecurityAttributeProjectUpdateInput!) {
  securityAttributeProjectUpdate(input: $input) { errors addedCount removedCount project { id fullPath webUrl } }
}`;

export const bulkUpdateDocument = `
mutation BulkUpdateSecurityAttributes($input: BulkUpdateSecurityAttributesInput!) {
  bulkUpdateSecurityAttributes(input: $input) { errors }
}`;
