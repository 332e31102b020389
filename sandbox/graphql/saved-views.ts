import { defineState } from '../world/world.ts';
import { notAvailable } from './errors.ts';
import { fromGlobalId, toGlobalId } from './ids.ts';
import { payload } from './payload.ts';
import { findNamespace, type Namespace } from './places.ts';
import { type Area, type Context, connection } from './schema.ts';

interface SavedView {
  readonly id: number;
  readonly namespacePath: string;
  readonly authorId: number;
  name: string;
  description: string | null;
  private: boolean;
  sort: string;
  filters: unknown;
  displaySettings: unknown;
  readonly subscribers: Set<number>;
}

const viewsState = defineState((): SavedView[] => []);

const content = {
  name: 'String',
  description: 'String',
  private: 'Boolean',
  sort: 'WorkItemSort',
  filters: 'JSON',
  displaySettings: 'JSON',
  clientMutationId: 'String',
};
const byId = { id: 'WorkItemsSavedViewsSavedViewID!', clientMutationId: 'String' };

type Content = Partial<Pick<SavedView, 'name' | 'description' | 'private' | 'sort' | 'filters' | 'displaySettings'>>;
type Input<T> = { readonly input: T };
type Named = { readonly id: string };

const change = <T>(name: string, answer: (input: T, context: Context) => unknown) => ({
  type: `WorkItemSavedView${name}Payload`,
  args: { input: `WorkItemSavedView${name}Input!` },
  resolve: (_source: unknown, { input }: Input<T>, context: Context) => answer(input, context),
});

/** Lists of work items that people keep: how they are filtered, sorted and shown. */
export const savedViews: Area = {
  inputs: {
    WorkItemSavedViewCreateInput: { ...content, namespacePath: 'ID!', name: 'String!', sort: 'WorkItemSort!' },
    WorkItemSavedViewUpdateInput: { ...content, id: byId.id },
    WorkItemSavedViewDeleteInput: byId,
    WorkItemSavedViewSubscribeInput: byId,
    WorkItemSavedViewUnsubscribeInput: byId,
  },
  objects: {
    Namespace: {
      fields: {
        savedViews: connection(
          'WorkItemSavedViewType',
          { id: 'WorkItemsSavedViewsSavedViewID', search: 'String', subscribedOnly: 'Boolean' },
          (namespace: Namespace, args: ListArgs, context) =>
            viewsOf(context, 'username' in namespace ? namespace.username : namespace.fullPath, args),
        ),
      },
    },
    Mutation: {
      fields: {
        workItemSavedViewCreate: change('Create', create),
        workItemSavedViewUpdate: change('Update', update),
        workItemSavedViewDelete: change('Delete', ({ id }: Named, context) => {
          const views = context.world.state(viewsState);
          views.splice(views.indexOf(own(context, id)), 1);
          return { errors: [] };
        }),
        workItemSavedViewSubscribe: change('Subscribe', ({ id }: Named, context) => {
          const savedView = find(context, id);
          savedView.subscribers.add(me(context));
          return { savedView, errors: [] };
        }),
        workItemSavedViewUnsubscribe: change('Unsubscribe', ({ id }: Named, context) => {
          const savedView = find(context, id);
          savedView.subscribers.delete(me(context));
          return { savedView, errors: [] };
        }),
      },
    },
    WorkItemSavedViewCreatePayload: payload({ savedView: { type: 'WorkItemSavedViewType' } }),
    WorkItemSavedViewUpdatePayload: payload({ savedView: { type: 'WorkItemSavedViewType' } }),
    WorkItemSavedViewDeletePayload: payload(),
    WorkItemSavedViewSubscribePayload: payload({ savedView: { type: 'WorkItemSavedViewType' } }),
    WorkItemSavedViewUnsubscribePayload: payload({ savedView: { type: 'WorkItemSavedViewType' } }),
    WorkItemSavedViewType: {
      fields: {
        id: {
          type: 'WorkItemsSavedViewsSavedViewID!',
          resolve: ({ id }: SavedView) => toGlobalId('WorkItems::SavedViews::SavedView', id),
        },
        name: { type: 'String!' },
        description: { type: 'String' },
        private: { type: 'Boolean!' },
        subscribed: {
          type: 'Boolean',
          resolve: ({ subscribers }: SavedView, _args: unknown, { user }: Context) =>
            user !== undefined && subscribers.has(user.id),
        },
        sort: { type: 'WorkItemSort' },
        filters: { type: 'JSON' },
        displaySettings: { type: 'JSON' },
      },
    },
  },
};

interface ListArgs {
  readonly id?: string;
  readonly search?: string;
  readonly subscribedOnly?: boolean;
}

function viewsOf(context: Context, path: string, { id, search, subscribedOnly }: ListArgs): SavedView[] {
  const { world, user } = context;
  return world
    .state(viewsState)
    .filter(
      (view) =>
        view.namespacePath === path &&
        isVisible(context, view) &&
        (id === undefined || view.id === toNumber(id)) &&
        (search === undefined || view.name.toLowerCase().includes(search.toLowerCase())) &&
        (subscribedOnly !== true || (user !== undefined && view.subscribers.has(user.id))),
    );
}

function isVisible(context: Context, view: SavedView): boolean {
  if (view.private && view.authorId !== context.user?.id) return false;
  return findNamespace(context, view.namespacePath) !== undefined;
}

function create({ namespacePath, ...given }: Content & { readonly namespacePath: string }, context: Context) {
  const authorId = me(context);
  if (findNamespace(context, namespacePath) === undefined) throw notAvailable();
  const savedView: SavedView = {
    id: context.world.nextId('saved_view'),
    namespacePath,
    authorId,
    name: given.name ?? '',
    description: given.description ?? null,
    private: given.private ?? true,
    sort: given.sort ?? 'CREATED_DESC',
    filters: given.filters ?? {},
    displaySettings: given.displaySettings ?? {},
    subscribers: new Set([authorId]),
  };
  context.world.state(viewsState).push(savedView);
  return { savedView, errors: [] };
}

function update({ id, ...given }: Content & Named, context: Context) {
  const savedView = own(context, id);
  savedView.name = given.name ?? savedView.name;
  savedView.description = given.description ?? savedView.description;
  savedView.private = given.private ?? savedView.private;
  savedView.sort = given.sort ?? savedView.sort;
  savedView.filters = given.filters ?? savedView.filters;
  savedView.displaySettings = given.displaySettings ?? savedView.displaySettings;
  return { savedView, errors: [] };
}

function find(context: Context, id: string): SavedView {
  const view = context.world.state(viewsState).find((each) => each.id === toNumber(id));
  if (view === undefined || !isVisible(context, view)) throw notAvailable();
  return view;
}

/** Only whoever made a view changes it. */
function own(context: Context, id: string): SavedView {
  const view = find(context, id);
  if (view.authorId !== me(context)) throw notAvailable();
  return view;
}

function me({ user }: Context): number {
  if (user === undefined) throw notAvailable();
  return user.id;
}

function toNumber(id: string): number {
  return fromGlobalId(id, 'WorkItems::SavedViews::SavedView');
}
