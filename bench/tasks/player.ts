import { domains } from '../../src/catalog/domains.ts';
import type { Session } from './session.ts';
import type { Surface, Thing } from './task.ts';

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Thing;
}

const toolNames = new Map(domains.flat().map(({ id, tool }) => [id, tool]));

/**
 * Takes the steps of a task the way a model does that has nothing but what the server says: it looks for an action where
 * actions are looked for, knows only the params it was shown, and asks for a yes when it is told to. It reads the text of
 * results, as most clients show nothing else. Where the server did not say enough, a step fails.
 */
export class Player {
  /** Tool calls and reads of resources. */
  calls = 0;
  /** What a model wrote: names and arguments. */
  bytesOut = 0;
  /** What it had to read: the content of results. */
  bytesIn = 0;
  readonly #session: Session;
  readonly #surface: Surface;
  readonly #tools: readonly Tool[];
  /** Params by action, as far as the server has told. */
  readonly #known = new Map<string, ReadonlySet<string>>();
  /** Actions of which the server said that they destroy something. */
  readonly #destructive = new Set<string>();

  constructor(session: Session, surface: Surface, tools: readonly Tool[]) {
    this.#session = session;
    this.#surface = surface;
    this.#tools = tools;
  }

  static async start(session: Session, surface: Surface): Promise<Player> {
    const { tools } = await session.request('tools/list', {});
    // The shape of the result is the protocol's.
    return new Player(session, surface, tools as readonly Tool[]);
  }

  /** The list of tools as a model reads it: without icons, which are for people. */
  get list(): { readonly tools: number; readonly bytes: number } {
    const read = this.#tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    return { tools: read.length, bytes: Buffer.byteLength(JSON.stringify(read)) };
  }

  async does(wants: string, action: string, params: Thing): Promise<Thing> {
    switch (this.#surface) {
      case 'dynamic':
        return this.#byFinding(wants, action, params);
      case 'meta':
        return this.#byGroup(action, params);
      case 'individual':
        return this.#byOwnTool(action, params);
    }
  }

  async #byFinding(query: string, action: string, params: Thing): Promise<Thing> {
    if (!this.#knows(action, params)) {
      const { text } = await this.#call('gitlab_find_action', { query });
      for (const [id, known] of paramsShown(text)) this.#known.set(id, known);
      if (new RegExp(`^\\| \`${action}\` .*\\| ⚠️ yes \\|`, 'm').test(text)) this.#destructive.add(action);
      this.#expect(action, params);
    }
    const call = { action, params };
    return this.#run(action, 'gitlab_execute_action', call, { ...call, confirm: true });
  }

  async #byGroup(id: string, params: Thing): Promise<Thing> {
    const [domain = '', action = ''] = id.split('.');
    const { name, description } = this.#tool(`gitlab_${domain}`);
    const shown = new RegExp(`\\b${action}\\(([^)]*)\\)`).exec(description)?.[1];
    if (shown === undefined) throw new Error(`${name} says nothing of ${action}`);
    if (!this.#known.has(id)) this.#known.set(id, new Set(shown.split(', ')));
    if (!this.#knows(id, params)) {
      const manifest = await this.#read(`gitlab://tools/${name}.${action}`);
      this.#known.set(id, propertiesOf(manifest['input_schema']));
      if (manifest['destructive'] === true) this.#destructive.add(id);
      this.#expect(id, params);
    }
    return this.#run(id, name, { action, params }, { action, params: { ...params, confirm: true } });
  }

  async #byOwnTool(id: string, params: Thing): Promise<Thing> {
    const { name, inputSchema } = this.#tool(toolNames.get(id) ?? id);
    const known = propertiesOf(inputSchema);
    this.#known.set(id, known);
    if (known.has('confirm')) this.#destructive.add(id);
    this.#expect(id, params);
    return this.#run(id, name, params, { ...params, confirm: true });
  }

  /** The user says yes before what is known to destroy something, else when the server asks for it. */
  async #run(action: string, tool: string, args: Thing, confirmed: Thing): Promise<Thing> {
    const first = await this.#call(tool, this.#destructive.has(action) ? confirmed : args);
    if (!first.isError) return first.structured;
    if (!first.text.includes('confirm set to true')) throw new Error(first.text);
    const second = await this.#call(tool, confirmed);
    if (second.isError) throw new Error(second.text);
    return second.structured;
  }

  async #call(name: string, args: Thing) {
    const call = { name, arguments: args };
    const { content, structuredContent, isError } = await this.#session.request('tools/call', call);
    this.#count(call, content);
    // What a result holds is the protocol's.
    const [first] = content as readonly { readonly text: string }[];
    return {
      text: first?.text ?? '',
      structured: (structuredContent ?? {}) as Thing,
      isError: isError === true,
    };
  }

  async #read(uri: string): Promise<Thing> {
    const { contents } = await this.#session.request('resources/read', { uri });
    this.#count({ uri }, contents);
    const [first] = contents as readonly { readonly text: string }[];
    return JSON.parse(first?.text ?? '') as Thing;
  }

  #count(sent: Thing, received: unknown): void {
    this.calls += 1;
    this.bytesOut += Buffer.byteLength(JSON.stringify(sent));
    this.bytesIn += Buffer.byteLength(JSON.stringify(received));
  }

  #tool(name: string): Tool {
    const tool = this.#tools.find((candidate) => candidate.name === name);
    if (tool === undefined) throw new Error(`there is no tool ${name}`);
    return tool;
  }

  #knows(action: string, params: Thing): boolean {
    const known = this.#known.get(action);
    return known !== undefined && Object.keys(params).every((name) => known.has(name));
  }

  #expect(action: string, params: Thing): void {
    if (this.#knows(action, params)) return;
    const known = [...(this.#known.get(action) ?? [])].join(', ');
    throw new Error(`the server did not show ${action} with ${Object.keys(params).join(', ')}, only ${known}`);
  }
}

/** The params of each action that a result of the search shows in its text. */
function paramsShown(text: string): readonly (readonly [string, ReadonlySet<string>])[] {
  return text
    .split('\n### ')
    .slice(1)
    .map((section) => {
      const [id = ''] = /[\w.]+/.exec(section) ?? [];
      const line = section.split('\n').find((candidate) => candidate.startsWith('Params')) ?? '';
      return [id, new Set([...line.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))];
    });
}

function propertiesOf(schema: unknown): ReadonlySet<string> {
  const { properties } = schema as { readonly properties?: Thing };
  return new Set(Object.keys(properties ?? {}));
}
