import { wikiPages } from './wiki-pages.ts';

export const wikiActions = [...wikiPages];
