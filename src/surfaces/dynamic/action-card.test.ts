import { describe, expect, test } from 'vitest';
import { Catalog } from '../../catalog/catalog.ts';
import { domains } from '../../catalog/domains.ts';
import { CatalogView } from '../../catalog/view.ts';
import { createMetaSurface } from '../meta/meta-surface.ts';
import { buildActionCard } from './action-card.ts';

const view = new CatalogView(new Catalog(domains.flat()), {
  tier: 'ultimate',
  gitlabCom: true,
  readOnly: false,
  safeMode: false,
  yolo: false,
  excluded: new Set(),
  adminMode: true,
});
const cards = view.actions.map((action) => buildActionCard(action, view));

describe('the card of an action', () => {
  test('names a tool of the meta surface, also for what is a tool of its own there', () => {
    const tools = new Set(createMetaSurface(view).tools.map(({ name }) => name));

    expect(cards.filter(({ tool }) => !tools.has(tool)).map(({ id }) => id)).toEqual([]);
    expect(cards.find(({ id }) => id === 'interactive.issue_create')).toMatchObject({
      tool: 'gitlab_interactive_issue_create',
      domain: 'interactive',
      action: 'issue_create',
    });
  });

  test('shows the call that works here', () => {
    const wrong = cards.filter(
      ({ id, example }) => example.tool !== 'gitlab_execute_action' || example.arguments.action !== id,
    );

    expect(wrong).toEqual([]);
  });
});
