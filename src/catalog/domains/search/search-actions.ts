import { searches } from './searches.ts';

export const searchActions = [...searches];
