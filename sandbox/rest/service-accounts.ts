import { forbidden, invalidRecord, notFound } from '../http/refusal.ts';
import { addMember, createToken, createUser } from '../world/create.ts';
import { levels } from '../world/members.ts';
import type { Token } from '../world/tokens.ts';
import type { User } from '../world/users.ts';
import { defineState, type World } from '../world/world.ts';
import type { Call } from './call.ts';
import { byColumn } from './order.ts';
import { optional, requires } from './params.ts';
import { inOneYear, isActive, rotate } from './personal-access-tokens.ts';
import type { Resource, Routes } from './routes.ts';
import { presentToken } from './tokens-presenter.ts';

type Kind = 'project' | 'group';

/** Where a service account belongs: user id to `group/3` or `project/5`; absent: the whole instance. */
const ownersState = defineState(() => new Map<number, string>());

const fields = { name: optional.string(), username: optional.string(), email: optional.string() };

/** Users that are programs. */
export const serviceAccounts: Resource = {
  routes(routes) {
    instanceAccounts(routes);
    for (const kind of ['project', 'group'] as const) {
      ownAccounts(routes, kind);
      accountTokens(routes, kind);
    }
  },
};

function instanceAccounts(routes: Routes): void {
  const admin = { access: 'admin', boundary: 'instance' } as const;
  const order = {
    order_by: optional.string({ values: ['id', 'username', 'name'], default: 'id' }),
    sort: optional.string({ values: ['asc', 'desc'], default: 'desc' }),
  };
  routes.get('/service_accounts', { ...admin, permission: 'read_service_account', params: order }, (call) => {
    const { order_by: orderBy, sort } = call.params;
    const owned = call.world.state(ownersState);
    const found = call.world.users
      .all()
      .filter((user) => user.serviceAccount && !owned.has(user.id))
      .sort(
        byColumn(
          (user) => user[orderBy],
          sort,
          ({ id }) => id,
        ),
      );
    return call.page(found, present);
  });
  routes.post('/service_accounts', { ...admin, permission: 'create_service_account', params: fields }, (call) =>
    present(create(call, undefined)),
  );
  routes.patch(
    '/service_accounts/:user_id',
    { ...admin, permission: 'update_service_account', params: { ...fields, user_id: requires.integer() } },
    (call) => {
      const user = call.world.users.find(call.params.user_id);
      if (user?.serviceAccount !== true) throw notFound('User');
      return present(change(call, user));
    },
  );
}

function ownAccounts(routes: Routes, kind: Kind): void {
  const path = `/${kind}s/:id/service_accounts`;
  const userId = { user_id: requires.integer() };
  routes.get(path, { permission: 'read_service_account', access: 'user' }, (call) => {
    const owner = ownerOf(call, kind);
    const owned = call.world.state(ownersState);
    return call.page(
      call.world.users
        .all()
        .filter(({ id }) => owned.get(id) === owner)
        .toReversed(),
      present,
    );
  });
  routes.get(`${path}/:user_id`, { permission: 'read_service_account', access: 'user', params: userId }, (call) =>
    present(find(call, kind)),
  );
  routes.post(path, { permission: 'create_service_account', params: fields }, (call) => {
    const user = create(call, ownerOf(call, kind));
    const { members } = kind === 'project' ? call.project() : call.group();
    addMember(call.world, members, user, levels.developer, { createdBy: call.me });
    return present(user);
  });
  routes.patch(`${path}/:user_id`, { permission: 'update_service_account', params: { ...userId, ...fields } }, (call) =>
    present(change(call, find(call, kind))),
  );
  routes.delete(
    `${path}/:user_id`,
    { permission: 'delete_service_account', params: { ...userId, hard_delete: optional.boolean() } },
    (call) => {
      const user = find(call, kind);
      for (const token of call.world.tokens.ofUser(user.id)) call.world.tokens.delete(token);
      user.state = 'blocked';
      call.world.state(ownersState).delete(user.id);
    },
  );
}

function accountTokens(routes: Routes, kind: Kind): void {
  const path = `/${kind}s/:id/service_accounts/:user_id/personal_access_tokens`;
  const userId = { user_id: requires.integer() };
  const tokenId = { ...userId, token_id: requires.integer() };
  routes.get(
    path,
    {
      permission: 'read_service_account_personal_access_token',
      access: 'user',
      params: {
        ...userId,
        state: optional.string({ values: ['active', 'inactive'] }),
        revoked: optional.boolean(),
        search: optional.string(),
      },
    },
    (call) => {
      const { params, world } = call;
      const found = world.tokens
        .ofUser(find(call, kind).id)
        .filter(
          (token) =>
            (params.state === undefined ||
              params.state === null ||
              isActive(world, token) === (params.state === 'active')) &&
            (params.revoked === undefined || params.revoked === null || token.revoked === params.revoked) &&
            token.name.toLowerCase().includes(params.search?.toLowerCase() ?? ''),
        );
      return call.page(found, (token) => presentToken(world, token));
    },
  );
  routes.post(
    path,
    {
      permission: 'create_service_account_personal_access_token',
      params: {
        ...userId,
        name: requires.string(),
        scopes: requires.strings(),
        description: optional.string(),
        expires_at: optional.date(),
      },
    },
    (call) => {
      const { params, world } = call;
      const token = createToken(world, {
        user: find(call, kind),
        name: params.name,
        description: params.description ?? null,
        scopes: params.scopes,
        expiresAt: params.expires_at ?? inOneYear(world),
      });
      return { ...presentToken(world, token), token: token.secret };
    },
  );
  routes.delete(
    `${path}/:token_id`,
    { permission: 'revoke_service_account_personal_access_token', params: tokenId },
    (call) => {
      findToken(call, kind).revoked = true;
    },
  );
  routes.post(
    `${path}/:token_id/rotate`,
    {
      permission: 'rotate_service_account_personal_access_token',
      status: 200,
      params: { ...tokenId, expires_at: optional.date() },
    },
    (call) => {
      const token = rotate(call, findToken(call, kind), call.params.expires_at);
      return { ...presentToken(call.world, token), token: token.secret };
    },
  );
}

/** The project or group of `:id`, for its owners, as the accounts of it are marked. */
function ownerOf(call: Call<unknown>, kind: Kind): string {
  return `${kind}/${kind === 'project' ? call.project('owner').id : call.group('owner').id}`;
}

function find(call: Call<{ readonly user_id: number }>, kind: Kind): User {
  const user = call.world.users.find(call.params.user_id);
  if (user === undefined || call.world.state(ownersState).get(user.id) !== ownerOf(call, kind)) throw notFound('User');
  return user;
}

function findToken(call: Call<{ readonly user_id: number; readonly token_id: number }>, kind: Kind): Token {
  const user = find(call, kind);
  const token = call.world.tokens.findById(call.params.token_id);
  if (token === undefined || token.userId !== user.id) throw notFound('Personal Access Token');
  return token;
}

interface Fields {
  readonly name: string | null | undefined;
  readonly username: string | null | undefined;
  readonly email: string | null | undefined;
}

function create(call: Call<Fields>, owner: string | undefined): User {
  const { params, world } = call;
  const username =
    params.username ?? `service_account_${owner === undefined ? '' : `${owner.replace('/', '_')}_`}${world.hex(32)}`;
  refuseTaken(world, username);
  const user = createUser(world, {
    username,
    name: params.name ?? 'Service account user',
    bot: true,
    serviceAccount: true,
    createdById: call.me.id,
    ...(params.email === undefined || params.email === null ? {} : { email: params.email }),
  });
  if (owner !== undefined) world.state(ownersState).set(user.id, owner);
  return user;
}

function change(call: Call<Fields>, user: User): User {
  const { name, username, email } = call.params;
  if (username !== undefined && username !== null && username !== user.username) {
    refuseTaken(call.world, username);
    call.world.users.rename(user, username);
  }
  user.name = name ?? user.name;
  user.email = email ?? user.email;
  return user;
}

function refuseTaken(world: World, username: string): void {
  if (username.trim() === '') throw forbidden();
  if (world.users.findByUsername(username) !== undefined) throw invalidRecord({ username: ['has already been taken'] });
}

function present(user: User) {
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    email: user.email,
    public_email: user.publicEmail,
    unconfirmed_email: null,
  };
}
