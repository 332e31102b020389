import MiniSearch from 'minisearch';
import { type Action, domainOf } from '../../catalog/action.ts';
import type { CatalogView } from '../../catalog/view.ts';
import type { ActionSearch } from './action-search.ts';

/** Indexes the actions of a view. */
export function createActionSearch(view: CatalogView): ActionSearch {
  const byId = new Map(view.actions.map((action) => [action.id, action]));
  const index = new MiniSearch<Document>({
    fields: ['id', 'title', 'words', 'summary', 'params'],
    searchOptions: { boost: { id: 3, title: 3, words: 2 }, prefix: true, fuzzy: 0.2 },
  });
  index.addAll(view.actions.map(toDocument));
  return {
    find(query, { limit, reaches = () => true }) {
      const results = index
        .search(query)
        .flatMap(({ id, score }) => {
          const action = byId.get(String(id));
          return action !== undefined && reaches(action) ? [{ action, score }] : [];
        })
        .slice(0, limit);
      return { results, suggestions: [] };
    },
  };
}

interface Document {
  readonly id: string;
  readonly title: string;
  readonly words: string;
  readonly summary: string;
  readonly params: string;
}

function toDocument(action: Action): Document {
  return {
    id: action.id,
    title: `${action.title} ${domainOf(action)}`,
    words: (action.words ?? []).join(' '),
    summary: action.summary,
    params: Object.keys(action.params).join(' '),
  };
}
