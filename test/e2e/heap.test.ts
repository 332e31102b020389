import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/start.ts';
import { ask } from '../support/ask.ts';
import { Program } from '../support/program.ts';
import { post } from '../support/server.ts';

const entry = join(import.meta.dirname, '../../src/main.ts');
const whoAmI = { name: 'gitlab_execute_action', arguments: { action: 'user.current', params: {} } };

describe('the memory of a running server', () => {
  test('POOL-01: tokens of served credentials stand in their GitLab clients and nowhere else, those of refused ones nowhere', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'heap-'));
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using program = new Program({
      command: [process.execPath, '--heapsnapshot-signal=SIGUSR2', `--diagnostic-dir=${folder}`, entry],
      args: ['--http', '--http-addr=127.0.0.1:0', `--gitlab-url=${gitlab.url}`],
    });
    const url = `${await program.address()}/mcp`;
    const { alice, bob, readUser, revoked } = gitlab.tokens;
    const headers = { connection: 'close' };
    for (const token of [alice, bob, readUser, revoked]) {
      await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: whoAmI }, { token, headers });
    }

    program.child.kill('SIGUSR2');
    const file = await finished(folder);
    const holders = findHolders(readFileSync(file, 'utf8'), [alice, bob, readUser, revoked]);
    rmSync(folder, { recursive: true });

    expect([...new Set(holders[alice])].sort()).toEqual(['GitLabClient']);
    expect([...new Set(holders[bob])].sort()).toEqual(['GitLabClient']);
    expect(holders[readUser]).toEqual([]);
    expect(holders[revoked]).toEqual([]);
  });
});

const mebibyte = 2 ** 20;

describe('the size of a running server', () => {
  test('MEM-01: at rest it is small, and credentials and calls cost little', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using program = new Program({
      // Garbage is not counted.
      command: [process.execPath, '--max-semi-space-size=1', entry],
      args: ['--http', '--http-addr=127.0.0.1:0', `--gitlab-url=${gitlab.url}`, '--pprof-addr=127.0.0.1:0'],
    });
    const diagnostics = String((await program.log('diagnostics listener started'))['url']);
    const url = `${await program.address()}/mcp`;
    const rss = async () => {
      const { memory_bytes } = JSON.parse((await ask(`${diagnostics}/process`)).text) as {
        memory_bytes: { rss: number };
      };
      return memory_bytes.rss / mebibyte;
    };

    // The budget of the built program is 65; from its sources Node carries its compiler.
    expect(await rss()).toBeLessThan(140);
    for (const token of [gitlab.tokens.alice, gitlab.tokens.bob]) {
      for (let call = 0; call < 50; call += 1) {
        await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: whoAmI }, { token });
      }
    }
    const warm = await rss();
    for (let call = 0; call < 300; call += 1) {
      await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: whoAmI }, { token: gitlab.tokens.alice });
    }
    expect((await rss()) - warm).toBeLessThan(40);
  });
});

/** The snapshot file, once its size no longer changes and it parses. */
async function finished(folder: string): Promise<string> {
  let path = '';
  await expect
    .poll(
      () => {
        const [name] = readdirSync(folder).filter((each) => each.endsWith('.heapsnapshot'));
        path = join(folder, name ?? '');
        return name !== undefined && readFileSync(path, 'utf8').trimEnd().endsWith('}');
      },
      { timeout: 25_000, interval: 300 },
    )
    .toBe(true);
  return path;
}

interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[], ...unknown[]];
      readonly edge_fields: readonly string[];
      readonly edge_types: readonly [readonly string[], ...unknown[]];
    };
  };
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly strings: readonly string[];
}

/**
 * For each secret the names of the objects that hold a text with it, through arrays and parts of texts. A text nobody
 * holds is garbage that the collector has not taken yet.
 */
function findHolders(text: string, secrets: readonly string[]): Record<string, string[]> {
  const { snapshot, nodes, edges, strings } = JSON.parse(text) as Snapshot;
  const {
    node_fields: nodeFields,
    edge_fields: edgeFields,
    node_types: nodeTypes,
    edge_types: edgeTypes,
  } = snapshot.meta;
  const nodeSize = nodeFields.length;
  const edgeSize = edgeFields.length;
  const at = (fields: readonly string[], name: string): number => fields.indexOf(name);
  const typeAt = at(nodeFields, 'type');
  const nameAt = at(nodeFields, 'name');
  const countAt = at(nodeFields, 'edge_count');
  const toAt = at(edgeFields, 'to_node');
  const edgeTypeAt = at(edgeFields, 'type');
  const typeOf = (node: number): string => nodeTypes[0][nodes[node + typeAt] ?? 0] ?? '';
  const nameOf = (node: number): string => strings[nodes[node + nameAt] ?? 0] ?? '';

  const retainers = new Map<number, number[]>();
  let edge = 0;
  for (let node = 0; node < nodes.length; node += nodeSize) {
    for (let index = 0; index < (nodes[node + countAt] ?? 0); index += 1, edge += edgeSize) {
      if (edgeTypes[0][edges[edge + edgeTypeAt] ?? 0] === 'weak') continue;
      const to = edges[edge + toAt] ?? 0;
      const known = retainers.get(to);
      if (known === undefined) retainers.set(to, [node]);
      else known.push(node);
    }
  }
  const passesOn = new Set(['string', 'concatenated string', 'sliced string', 'array']);
  const holdersOf = (node: number, seen: Set<number>): string[] =>
    (retainers.get(node) ?? []).flatMap((holder) => {
      if (seen.has(holder)) return [];
      seen.add(holder);
      const isList = typeOf(holder) === 'object' && nameOf(holder) === 'Array';
      if (passesOn.has(typeOf(holder)) || isList) return holdersOf(holder, seen);
      return [typeOf(holder) === 'synthetic' ? '' : nameOf(holder)];
    });

  const found: Record<string, string[]> = Object.fromEntries(secrets.map((secret) => [secret, []]));
  for (let node = 0; node < nodes.length; node += nodeSize) {
    if (!typeOf(node).includes('string')) continue;
    const value = nameOf(node);
    for (const secret of secrets) {
      if (value.includes(secret)) found[secret]?.push(...holdersOf(node, new Set()).filter((name) => name !== ''));
    }
  }
  return found;
}
