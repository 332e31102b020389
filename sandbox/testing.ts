import { type Sandbox, type SandboxOptions, startSandbox } from './start.ts';

/** What came back, parsed when it was JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly json: unknown;
}

export interface Ask {
  readonly method?: string;
  /** Label of a token; absent: anonymous. */
  readonly as?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: FormData | URLSearchParams;
}

/** A sandbox whose clock stands still, and a way to ask it. Paths are below `/api/v4`. */
export async function startWithClient(options: SandboxOptions = {}) {
  const gitlab = await startSandbox({ clock: 'manual', ...options });
  return {
    gitlab,
    ask: (path: string, request: Ask = {}) => ask(gitlab, `/api/v4${path}`, request),
    askRoot: (path: string, request: Ask = {}) => ask(gitlab, path, request),
    async [Symbol.asyncDispose]() {
      await gitlab.close();
      // A 500 that no assertion looked at is still a mistake.
      if (gitlab.failures.length > 0) throw gitlab.failures[0];
    },
  };
}

async function ask(
  gitlab: Sandbox,
  path: string,
  { method = 'GET', as, body, form, headers = {} }: Ask,
): Promise<Answer> {
  const secret = as === undefined ? undefined : gitlab.tokens[as];
  if (as !== undefined && secret === undefined) throw new Error(`no token ${as}`);
  const response = await fetch(gitlab.url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(secret === undefined ? {} : { 'PRIVATE-TOKEN': secret }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(form === undefined ? {} : { body: form }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parseJson(text) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the test looks at the text.
    return undefined;
  }
}
