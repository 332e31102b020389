import { noRecord } from '../http/refusal.ts';
import { defineState } from '../world/world.ts';
import type { Call } from './call.ts';
import { optional, requires } from './params.ts';
import { type Resource, unjudged } from './routes.ts';

interface Message {
  readonly id: number;
  readonly fields: Record<string, unknown>;
}

const messagesState = defineState(() => [] as Message[]);
const themes = [
  'indigo',
  'light-indigo',
  'blue',
  'light-blue',
  'green',
  'light-green',
  'red',
  'light-red',
  'dark',
] as const;
const dayMs = 24 * 3_600_000;

/** Banners and notifications for everybody. */
export const broadcastMessages: Resource = {
  routes(routes) {
    const id = { id: requires.integer() };
    const open = { access: 'public', permission: unjudged } as const;
    const admin = { access: 'admin', boundary: 'instance' } as const;
    const fields = {
      starts_at: optional.timestamp(),
      ends_at: optional.timestamp(),
      color: optional.string(),
      font: optional.string(),
      target_access_levels: optional.integers(),
      target_path: optional.string(),
      broadcast_type: optional.string({ values: ['banner', 'notification'] }),
      dismissable: optional.boolean(),
      theme: optional.string({ values: themes }),
    };

    routes.get('/broadcast_messages', open, (call) =>
      call.page(call.world.state(messagesState).toReversed(), (message) => present(call, message)),
    );
    routes.get('/broadcast_messages/:id', { ...open, params: id }, (call) => present(call, find(call)));
    routes.post(
      '/broadcast_messages',
      { ...admin, permission: 'create_broadcast_message', params: { ...fields, message: requires.string() } },
      (call) => {
        const now = call.world.clock.now();
        const message: Message = {
          id: call.world.nextId('broadcast_message'),
          fields: {
            message: '',
            starts_at: call.now(),
            ends_at: call.world.clock.timestamp(now + dayMs / 24),
            font: null,
            target_access_levels: [],
            target_path: '',
            broadcast_type: 'banner',
            theme: 'indigo',
            dismissable: false,
          },
        };
        assign(message, call.params);
        call.world.state(messagesState).push(message);
        return present(call, message);
      },
    );
    routes.put(
      '/broadcast_messages/:id',
      { ...admin, permission: 'update_broadcast_message', params: { ...id, ...fields, message: optional.string() } },
      (call) => {
        const message = find(call);
        assign(message, call.params);
        return present(call, message);
      },
    );
    routes.delete(
      '/broadcast_messages/:id',
      { ...admin, permission: 'delete_broadcast_message', params: id, status: 200 },
      (call) => {
        const message = find(call);
        const all = call.world.state(messagesState);
        all.splice(all.indexOf(message), 1);
        return present(call, message);
      },
    );
  },
};

function assign(message: Message, params: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(params)) {
    if (name in message.fields && value !== undefined && value !== null) message.fields[name] = value;
  }
}

function find(call: Call<{ readonly id: number }>): Message {
  const message = call.world.state(messagesState).find(({ id }) => id === call.params.id);
  if (message === undefined) throw noRecord();
  return message;
}

function present(call: Call<unknown>, { id, fields }: Message) {
  const now = call.now();
  const isActive = String(fields['starts_at']) <= now && now < String(fields['ends_at']);
  return { id, ...fields, active: isActive };
}
