import { ciCatalog } from './ci-catalog.ts';

export const ciCatalogActions = [...ciCatalog];
