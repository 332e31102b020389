import { areas } from '../../../sandbox/graphql/areas.ts';
import { parse } from '../../../sandbox/graphql/parser.ts';
import { buildSchema } from '../../../sandbox/graphql/schema.ts';
import { validate } from '../../../sandbox/graphql/validate.ts';
import { resources } from '../../../sandbox/rest/resources.ts';
import { Routes } from '../../../sandbox/rest/routes.ts';
import type { Action } from '../../../src/catalog/action.ts';

const routes = new Routes();
for (const resource of resources) resource.routes(routes);
const schema = buildSchema(areas);

/** Whether the sandbox has the route or the fields of an action; `undefined` when only its code knows what it asks for. */
export function isServed({ route, graphql }: Action): boolean | undefined {
  if (graphql !== undefined) return isValid(graphql.document);
  if (route === undefined) return undefined;
  const [method = '', path = ''] = route.split(' ');
  return routes.table.match(method, path.replace(/[:*]\w+/g, 'x')).kind === 'found';
}

function isValid(source: string): boolean {
  const document = parse(source);
  try {
    for (const operation of document.operations) validate(schema, document, operation);
    return true;
  } catch {
    // It names a field, an argument or a type that the sandbox does not have.
    return false;
  }
}
