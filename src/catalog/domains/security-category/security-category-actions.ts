import { securityCategories } from './security-categories.ts';

export const securityCategoryActions = [...securityCategories];
