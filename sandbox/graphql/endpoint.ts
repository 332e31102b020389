import { authenticate, type Caller } from '../access/authenticate.ts';
import { type Answer, jsonAnswer } from '../http/answer.ts';
import { parseBody } from '../http/body.ts';
import { isHash, parseForm, type RawParams } from '../http/query.ts';
import { Refusal } from '../http/refusal.ts';
import { isEnterprise } from '../world/settings.ts';
import type { World } from '../world/world.ts';
import { areas } from './areas.ts';
import type { Operation } from './document.ts';
import { DocumentError, type ErrorEntry } from './errors.ts';
import { execute } from './execute.ts';
import { introspection } from './introspection.ts';
import { parse } from './parser.ts';
import { buildSchema, type Schema } from './schema.ts';
import { validate } from './validate.ts';
import { readVariables } from './values.ts';

const complexityLimits = { anonymous: 200, authenticated: 250 };
const maxDepth = 20;

export interface GraphqlRequest {
  readonly method: string;
  readonly query: string;
  readonly headers: Parameters<typeof authenticate>[1];
  readonly body: Buffer;
}

/** `POST /api/graphql`. Problems of a query are 200 with `errors`; only who asks decides the status. */
export class GraphqlEndpoint {
  /** By build: a Community one lacks the fields of Enterprise. */
  readonly #schemas = new Map<boolean, Schema>();

  async handle(world: World, request: GraphqlRequest): Promise<Answer> {
    if (request.method !== 'POST' && request.method !== 'GET') {
      return jsonAnswer(404, { errors: [{ message: 'Not found' }] });
    }
    const raw = parseForm(request.query);
    try {
      const batch = readBatch(request);
      if (batch === undefined) Object.assign(raw, parseBody(request.body, request.headers['content-type']));
      const caller = authenticate(world, request.headers, raw, { scopes: ['api', 'read_api'], jobToken: false });
      if (batch === undefined) return jsonAnswer(200, await this.#run(caller, raw, request.method));
      const results: unknown[] = [];
      for (const entry of batch) results.push(await this.#run(caller, isHash(entry) ? entry : {}, request.method));
      return jsonAnswer(200, results);
    } catch (error) {
      return toRefusal(error);
    }
  }

  async #run(caller: Caller, raw: RawParams, method: string): Promise<unknown> {
    try {
      const source = raw['query'];
      if (typeof source !== 'string' || source.trim() === '')
        return failed([{ message: 'No query string was present' }]);
      const schema = this.#getSchema(isEnterprise(caller.world.settings));
      const document = parse(source);
      const operation = chooseOperation(document.operations, raw['operationName']);
      if (method === 'GET' && operation.kind !== 'query')
        return failed([{ message: 'Mutations are forbidden in GET requests' }]);
      const cost = validate(schema, document, operation);
      const limit = caller.user === undefined ? complexityLimits.anonymous : complexityLimits.authenticated;
      if (cost.depth > maxDepth) {
        return failed([{ message: `Query has depth of ${cost.depth}, which exceeds max depth of ${maxDepth}` }]);
      }
      if (cost.score > limit) {
        return failed([{ message: `Query has complexity of ${cost.score}, which exceeds max complexity of ${limit}` }]);
      }
      const variables = readVariables(schema, operation, toVariables(raw['variables']));
      const context = { ...caller, complexity: { score: cost.score, limit } };
      const { data, errors } = await execute(schema, document, operation, variables, context);
      return errors.length === 0 ? { data } : { data, errors };
    } catch (error) {
      if (error instanceof DocumentError) return failed(error.entries);
      throw error;
    }
  }

  /** Made on first use: most sandboxes never see a query. */
  #getSchema(isEnterprise: boolean): Schema {
    const known = this.#schemas.get(isEnterprise);
    if (known !== undefined) return known;
    const present = areas.filter((area) => isEnterprise || area.enterprise !== true);
    const schema = buildSchema([introspection(() => this.#getSchema(isEnterprise)), ...present]);
    this.#schemas.set(isEnterprise, schema);
    return schema;
  }
}

function failed(errors: readonly ErrorEntry[]) {
  return { errors };
}

/** A JSON array is several queries at once. */
function readBatch(request: GraphqlRequest): readonly unknown[] | undefined {
  if (!request.body.subarray(0, 64).toString('latin1').trimStart().startsWith('[')) return undefined;
  try {
    const parsed: unknown = JSON.parse(request.body.toString('utf8'));
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    // Left to the body parser, which says what is wrong.
    return undefined;
  }
}

function chooseOperation(operations: readonly Operation[], name: unknown): Operation {
  const wanted =
    typeof name === 'string' && name !== '' ? operations.find((operation) => operation.name === name) : undefined;
  if (wanted !== undefined) return wanted;
  const [only] = operations;
  if (only !== undefined && operations.length === 1 && (name === undefined || name === null || name === ''))
    return only;
  if (only === undefined) throw new DocumentError([{ message: 'Query string contains no operation' }]);
  const message =
    typeof name === 'string' && name !== ''
      ? `No operation named ${JSON.stringify(name)}`
      : 'An operation name is required';
  throw new DocumentError([{ message }]);
}

function toVariables(value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null || value === '') return {};
  if (isHash(value)) return value;
  if (typeof value === 'string') {
    try {
      const parsed: unknown = JSON.parse(value);
      if (isHash(parsed)) return parsed;
    } catch {
      // Refused below.
    }
  }
  throw new Refusal(422, { errors: [{ message: `Unexpected parameter: ${JSON.stringify(value)}` }] });
}

function toRefusal(error: unknown): Answer {
  if (!(error instanceof Refusal)) throw error;
  const { status, body } = error;
  if (isHash(body) && 'errors' in body) return jsonAnswer(status, body);
  const isAboutToken = status === 401 || (isHash(body) && body['error'] === 'insufficient_scope');
  if (isAboutToken) return jsonAnswer(401, { errors: [{ message: 'Invalid token' }] });
  if (status === 403) return jsonAnswer(403, { errors: [{ message: 'API not accessible for user' }] });
  return jsonAnswer(status, { errors: [{ message: status === 400 ? 'Invalid JSON' : 'Request failed' }] });
}
