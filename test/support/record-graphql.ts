import { graphql } from 'graphql';
import type { Action } from '../../src/catalog/action.ts';
import type { GitLabApi, LocalFiles } from '../../src/catalog/call.ts';
import { execute, type Outcome } from '../../src/catalog/execute.ts';
import type { GraphqlOptions, GraphqlResponse, RestRequest } from '../../src/gitlab/client.ts';
import { parseInstance } from '../../src/gitlab/instance.ts';
import { ResponseHeaders } from '../../src/gitlab/response-headers.ts';
import { describeOperation, faultsOf, loadGitlabSchema, operationOf } from './gitlab-schema.ts';

/** `query namespace` or `mutation createNote` with its variables, or a REST request. */
type Sent = readonly [operation: string, variables: unknown] | string;

interface Recording {
  readonly sent: readonly Sent[];
  readonly uploads: readonly GraphqlOptions['upload'][];
  readonly outcome: Outcome | undefined;
  /** The value of the outcome, for the eye of a test. */
  readonly value: unknown;
  readonly notes: readonly string[];
  readonly error: Error | undefined;
}

interface GraphqlRecordOptions {
  /** What GitLab holds, by root field: data, or a function of the arguments. Answers have what the document selects. */
  readonly root?: Readonly<Record<string, unknown>>;
  /** Answers to REST requests, by `GET /path?query`; what has none is GitLab's 404. */
  readonly rest?: Readonly<Record<string, unknown>>;
  readonly files?: LocalFiles;
}

const schema = loadGitlabSchema();

/**
 * Runs an action with a GitLab at the boundary that answers from plain data by GitLab's schema. A document, or variables,
 * that the schema does not have make the test fail (trap T-67), and so does a query that is not marked as one.
 */
export async function recordGraphql(
  action: Action | undefined,
  input: unknown,
  { root = {}, rest = {}, files }: GraphqlRecordOptions = {},
): Promise<Recording> {
  if (action === undefined) throw new Error('there is no such action');
  const sent: Sent[] = [];
  const uploads: GraphqlOptions['upload'][] = [];
  const faults: string[] = [];
  const gitlab: GitLabApi = {
    instance: parseInstance('https://gitlab.example'),
    stream: () => Promise.reject(new Error('no stream expected')),
    async graphql(source, variables, { isRead, upload }): Promise<GraphqlResponse> {
      sent.push([describeOperation(source), variables]);
      if (upload !== undefined) uploads.push(upload);
      faults.push(...faultsOf(schema, source, variables));
      if (isRead !== (operationOf(source).operation === 'query')) faults.push('isRead does not fit the operation');
      const { data, errors } = await graphql({ schema, source, rootValue: root, variableValues: { ...variables } });
      const answer = { data, ...(errors === undefined ? {} : { errors: errors.map(({ message }) => ({ message })) }) };
      // As it comes from the wire.
      return JSON.parse(JSON.stringify(answer)) as GraphqlResponse;
    },
    send(request) {
      const target = targetOf(request);
      sent.push(target);
      const body = rest[target];
      if (body instanceof Error) return Promise.reject(body);
      if (body === undefined) return Promise.reject(new Error(`nothing is answered to ${target}`));
      return Promise.resolve({ status: 200, headers: new ResponseHeaders({}), body });
    },
  };
  const options = { signal: new AbortController().signal, confirmed: true, ...(files === undefined ? {} : { files }) };
  const [outcome, error] = await execute(action, input, { gitlab, policy: everything }, options).then(
    (done) => [done, undefined] as const,
    (failure: unknown) => [undefined, failure instanceof Error ? failure : new Error(String(failure))] as const,
  );
  if (faults.length > 0) throw new Error(`${action.id}: ${faults.join(', ')}`);
  return { sent, uploads, outcome, value: outcome?.value, notes: outcome?.notes ?? [], error };
}

/** A root field that gives what it is asked with, and then an answer. */
export function remembering(calls: unknown[], answer: unknown): (args: unknown) => unknown {
  return (args) => {
    calls.push(args);
    return answer;
  };
}

function targetOf({ method, path, query }: RestRequest): string {
  return `${method} ${path}${query === undefined || query === '' ? '' : `?${decodeURIComponent(query)}`}`;
}

const everything = {
  tier: 'ultimate',
  gitlabCom: true,
  readOnly: false,
  safeMode: false,
  yolo: false,
  excluded: new Set<string>(),
  adminMode: true,
} as const;
