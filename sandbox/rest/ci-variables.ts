import { conflict, invalidRecord, notFound } from '../http/refusal.ts';
import { type CiVariable, ciVariablesOf } from '../world/ci-variables.ts';
import { hasTier } from '../world/settings.ts';
import type { Call } from './call.ts';
import { type Values, optional, requires } from './params.ts';
import type { Resource, RouteOptions, Routes } from './routes.ts';
import type { Schema } from './params.ts';

type Level = 'project' | 'group' | 'instance';

/** Variables of CI/CD jobs: of a project, of a group, of the instance. */
export const ciVariables: Resource = {
  routes(routes) {
    variablesOf(routes, 'project', '/projects/:id/variables');
    variablesOf(routes, 'group', '/groups/:id/variables');
    variablesOf(routes, 'instance', '/admin/ci/variables');
  },
};

const shared = {
  description: optional.string(),
  variable_type: optional.string({ values: ['env_var', 'file'] }),
  protected: optional.boolean(),
  masked: optional.boolean(),
  raw: optional.boolean(),
  environment_scope: optional.string(),
};
const filter = { filter: optional.hash({ environment_scope: optional.string() }) };
const creation = {
  key: requires.string({ blank: false }),
  value: requires.string(),
  masked_and_hidden: optional.boolean(),
  ...shared,
};
const edits = { value: optional.string(), ...shared, ...filter };

function variablesOf(routes: Routes, level: Level, path: string): void {
  const options = <const S extends Schema>(verb: string, params: S): RouteOptions<S> => ({
    permission: `${verb}_variable`,
    access: level === 'instance' ? 'admin' : 'user',
    params,
  });
  const one = `${path}/:key`;

  routes.get(path, options('read', {}), (call) =>
    call.page(listOf(call, level), (variable) => present(level, variable)),
  );
  routes.get(one, options('read', filter), (call) => present(level, find(call, level)));
  routes.post(path, options('create', creation), (call) => present(level, create(call, level)));
  routes.put(one, options('update', edits), (call) => present(level, update(call, level)));
  routes.delete(one, options('delete', filter), (call) => {
    const list = listOf(call, level);
    list.splice(list.indexOf(find(call, level)), 1);
  });
}

/** Variables hold secrets: only those who administer the owner see them at all. */
function listOf(call: Call<unknown>, level: Level): CiVariable[] {
  if (level === 'instance') return ciVariablesOf(call.world, 'instance');
  const { id } = level === 'project' ? call.project('maintainer') : call.group('owner');
  return ciVariablesOf(call.world, `${level}/${id}`);
}

function find(call: Call<Values<typeof filter>>, level: Level): CiVariable {
  const scope = call.params.filter?.environment_scope;
  const named = listOf(call, level).filter(({ key }) => key === call.path('key'));
  const found = scope === undefined || scope === null ? named : named.filter((v) => v.environmentScope === scope);
  const [first] = found;
  if (first === undefined) throw notFound('Variable');
  if (found.length > 1) {
    throw conflict("There are multiple variables with provided parameters. Please use 'filter[environment_scope]'");
  }
  return first;
}

function create(call: Call<Values<typeof creation>>, level: Level): CiVariable {
  const { params } = call;
  const isHidden = params.masked_and_hidden === true;
  const variable: CiVariable = {
    key: params.key,
    value: params.value,
    variableType: params.variable_type ?? 'env_var',
    protected: params.protected ?? false,
    masked: isHidden || (params.masked ?? false),
    hidden: isHidden,
    raw: params.raw ?? false,
    environmentScope: hasScopes(call, level) ? (params.environment_scope ?? '*') : '*',
    description: params.description ?? null,
  };
  const list = listOf(call, level);
  check(list, variable);
  list.push(variable);
  return variable;
}

function update(call: Call<Values<typeof edits>>, level: Level): CiVariable {
  const { params } = call;
  const variable = find(call, level);
  const changed: CiVariable = {
    ...variable,
    value: params.value ?? variable.value,
    variableType: params.variable_type ?? variable.variableType,
    protected: params.protected ?? variable.protected,
    masked: params.masked ?? variable.masked,
    raw: params.raw ?? variable.raw,
    environmentScope: hasScopes(call, level) ? (params.environment_scope ?? variable.environmentScope) : '*',
    description: params.description === undefined ? variable.description : params.description,
  };
  const others = listOf(call, level).filter((other) => other !== variable);
  check(others, changed);
  return Object.assign(variable, changed);
}

/** Groups limit variables to environments from Premium on. */
function hasScopes(call: Call<unknown>, level: Level): boolean {
  return level === 'project' || (level === 'group' && hasTier(call.world.settings, 'premium'));
}

function check(others: readonly CiVariable[], { key, value, masked, raw, environmentScope }: CiVariable): void {
  const problems: Record<string, string[]> = {};
  if (!/^\w+$/.test(key)) problems['key'] = ["can contain only letters, digits and '_'."];
  if (key.length > 255) problems['key'] = ['is too long (maximum is 255 characters)'];
  if (others.some((other) => other.key === key && other.environmentScope === environmentScope)) {
    problems['key'] = [`(${key}) has already been taken`];
  }
  // What is masked in logs has to be recognised there.
  const maskable = raw ? /^\S{8,}$/ : /^[a-zA-Z0-9_+=/@:.~-]{8,}$/;
  if (masked && !maskable.test(value)) problems['value'] = ['is invalid'];
  if (Buffer.byteLength(value) > 10_000) problems['value'] = ['is too long (maximum is 10000 characters)'];
  if (Object.keys(problems).length > 0) throw invalidRecord(problems);
}

function present(level: Level, variable: CiVariable) {
  return {
    variable_type: variable.variableType,
    key: variable.key,
    value: variable.hidden ? null : variable.value,
    hidden: variable.hidden,
    protected: variable.protected,
    masked: variable.masked,
    raw: variable.raw,
    ...(level === 'instance' ? {} : { environment_scope: variable.environmentScope }),
    description: variable.description,
  };
}
