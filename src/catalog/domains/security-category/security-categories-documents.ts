const fields = `
    id name description multipleSelection editableState
    securityAttributes { id name description color }`;

export const createDocument = `
mutation CreateSecurityCategory($input: SecurityCategoryCreateInput!) {
  securityCategoryCreate(input: $input) { errors securityCategory {${fields}
  } }
}`;

export const updateDocument = `
mutation UpdateSecurityCategory($input: SecurityCategoryUpdateInput!) {
  securityCategoryUpdate(input: $input) { errors securityCategory {${fields}
  } }
}`;

export const deleteDocument = `
mutation DestroySecurityCategory($input: SecurityCategoryDestroyInput!) {
  securityCategoryDestroy(input: $input) { errors deletedCategoryGid deletedAttributesGid }
}`;
