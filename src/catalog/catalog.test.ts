import { describe, expect, test } from 'vitest';
import { type Action, defineAction } from './action.ts';
import { Catalog } from './catalog.ts';
import { one } from './result.ts';

describe('Catalog', () => {
  test('actions are sorted by ID, whatever order their areas come in', () => {
    const catalog = new Catalog([action('tag.get'), action('branch.get'), action('branch.create')]);

    expect(catalog.actions.map(({ id }) => id)).toEqual(['branch.create', 'branch.get', 'tag.get']);
  });

  test('an ID finds its action, an alias and a tool name find what they stand for', () => {
    const get = action('user.current', ['user.me']);
    const catalog = new Catalog([get, action('user.get')]);

    expect(catalog.findById('user.current')).toBe(get);
    expect(catalog.findById('user.me')).toBeUndefined();
    expect(catalog.findByAlias('user.me')).toEqual([get]);
    expect(catalog.findByAlias('gitlab_user_current')).toEqual([get]);
    expect(catalog.findByAlias('__proto__')).toEqual([]);
  });

  test('an alias that several actions claim stands for all of them', () => {
    const catalog = new Catalog([
      action('issue.note_list', ['note.list']),
      action('merge_request.note_list', ['note.list']),
    ]);

    expect(catalog.findByAlias('note.list').map(({ id }) => id)).toEqual([
      'issue.note_list',
      'merge_request.note_list',
    ]);
  });

  test('a tool that two IDs share means the one it is made from, else both', () => {
    const current = action('user.current');
    const me: Action = { ...action('user.me'), tool: current.tool };
    const other: Action = { ...action('server.health'), tool: 'gitlab_server' };
    const catalog = new Catalog([me, current, other, { ...action('server.status'), tool: 'gitlab_server' }]);

    expect(catalog.findByAlias('gitlab_user_current')).toEqual([current]);
    expect(catalog.findByAlias('gitlab_server').map(({ id }) => id)).toEqual(['server.health', 'server.status']);
  });

  test('two actions with one ID are a mistake', () => {
    expect(() => new Catalog([action('tag.get'), action('tag.get')])).toThrow('two actions are called tag.get');
  });
});

function action(id: string, aliases: readonly string[] = []): Action {
  return defineAction({
    id,
    tool: `gitlab_${id.replace('.', '_')}`,
    title: 'Some action',
    summary: 'Do something.',
    effect: 'read',
    route: 'GET /version',
    params: {},
    aliases,
    result: one('thing'),
  });
}
