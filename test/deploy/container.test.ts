import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { Program } from '../support/program.ts';
import { isMissing, root, runTool } from '../support/tools.ts';

const stages = readStages(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'));
const [build = [], image = []] = stages;
const ignored = readFileSync(join(root, 'deploy/Dockerfile.dockerignore'), 'utf8').split('\n');

const folder = mkdtempSync(join(tmpdir(), 'image-'));
// Whoever the container's user is must be able to read it.
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));

describe('the container image', () => {
  test('DOCKER-01: runs as 10001, shows 8080, asks for its own health and says what it is', () => {
    expect(image.filter(({ name }) => ['USER', 'EXPOSE'].includes(name)).map(({ rest }) => rest)).toEqual([
      '10001',
      '8080',
    ]);
    expect(find(image, 'HEALTHCHECK')).toMatch(/--timeout=5s .*CMD \["gitlab-mcp-server", "--probe"\]$/);
    for (const label of ['title', 'description', 'licenses', 'version', 'revision']) {
      expect(find(image, 'LABEL')).toContain(`org.opencontainers.image.${label}=`);
    }
  });

  test('DOCKER-01: what it is made of is let through, and nothing that may hold a secret is', () => {
    const sources = stages
      .flat()
      .flatMap(({ name, rest }) => (name === 'COPY' && !rest.includes('--from') ? words(rest).slice(0, -1) : []));

    expect(sources.filter((source) => !isLetThrough(source))).toEqual([]);
    for (const path of ['.git/config', '.env', 'node_modules/x/y.js', 'src/.env.local', 'test/requirements.ts']) {
      expect([path, isLetThrough(path)]).toEqual([path, false]);
    }
  });

  test('DOCKER-01: its steps make a program that knows its commit, and speaks stdio or HTTP by its standard input', async () => {
    const context = join(folder, 'build');
    mkdirSync(context);
    symlinkSync(join(root, 'node_modules'), join(context, 'node_modules'));
    copy(build, context);
    const command = build.find(({ name, rest }) => name === 'RUN' && rest.includes('npm run build'))?.rest ?? '';
    const built = spawnSync('sh', ['-c', command], {
      cwd: context,
      encoding: 'utf8',
      env: { ...process.env, COMMIT: 'abcdef123' },
    });
    expect([built.status, built.stderr]).toEqual([0, '']);
    const app = join(folder, 'app');
    mkdirSync(app);
    symlinkSync(join(root, 'node_modules'), join(app, 'node_modules'));
    copy(image, app);
    cpSync(join(context, 'dist'), join(app, 'dist'), { recursive: true });
    const entry = join(app, 'bin/gitlab-mcp-server.js');

    const [variable = '', options = ''] = find(image, 'ENV').split(/=(.*)/);
    const version = spawnSync(process.execPath, [entry, '--version'], { cwd: app, encoding: 'utf8' });
    await using program = new Program({
      command: [process.execPath, entry],
      args: JSON.parse(find(image, 'CMD')) as string[],
      environment: { GITLAB_TOKEN: 'glpat-nobody', GITLAB_URL: 'http://127.0.0.1:9', [variable]: options },
    });

    expect(variable).toBe('NODE_OPTIONS');
    expect(version.stdout).toBe('gitlab-mcp-server 0.1.0 (commit: abcdef123)\n');
    await program.log('starting MCP server in stdio mode');
    expect(
      loadConfig({
        argv: JSON.parse(find(image, 'CMD')) as string[],
        environment: { GITLAB_URL: 'https://gitlab.example.com' },
        dotenvFiles: {},
        stdinKind: 'null-device',
      }),
    ).toMatchObject({ command: 'serve', transport: 'http', config: { listen: { address: { port: 8080 } } } });
  });
});

describe('the files for orchestrators', () => {
  const parsed = (path: string): readonly Record<string, unknown>[] => {
    const program = 'import json, sys, yaml; print(json.dumps(list(yaml.safe_load_all(sys.stdin))))';
    const { output } = runTool('/usr/bin/python3', ['-c', program], readFileSync(join(root, path), 'utf8'));
    return JSON.parse(output) as Record<string, unknown>[];
  };
  const python = isMissing('python3') || runTool('/usr/bin/python3', ['-c', 'import yaml']).status !== 0;

  test.skipIf(python)('DOCKER-01: compose takes away every right and publishes on this machine only', () => {
    expect(parsed('deploy/compose.yaml')).toMatchObject([
      {
        services: {
          'gitlab-mcp-server': {
            read_only: true,
            cap_drop: ['ALL'],
            security_opt: ['no-new-privileges:true'],
            tmpfs: ['/tmp:rw,size=64m,mode=1777'],
            ports: ['127.0.0.1:8080:8080'],
            healthcheck: { test: ['CMD', 'gitlab-mcp-server', '--probe'], timeout: '5s' },
          },
        },
      },
    ]);
  });

  test.skipIf(python)('DOCKER-01: Kubernetes runs it without rights and waits as long as it drains', () => {
    const [deployment, service] = parsed('deploy/kubernetes/gitlab-mcp-server.yaml');

    expect(deployment).toMatchObject({
      kind: 'Deployment',
      spec: {
        template: {
          spec: {
            automountServiceAccountToken: false,
            terminationGracePeriodSeconds: 40,
            securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
            containers: [
              {
                args: expect.arrayContaining(['--http', '--drain-delay=15s']) as unknown,
                readinessProbe: { httpGet: { path: '/health' } },
                securityContext: { readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
              },
            ],
          },
        },
      },
    });
    expect(service).toMatchObject({ kind: 'Service', spec: { ports: [{ targetPort: 'http' }] } });
  });

  test.skipIf(python)("DOCKER-01: Traefik's file is YAML with one router to one service", () => {
    expect(parsed('deploy/proxies/traefik.yaml')).toMatchObject([
      { http: { routers: { 'gitlab-mcp-server': { service: 'gitlab-mcp-server' } } } },
    ]);
  });
});

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

function readStages(text: string): readonly (readonly Instruction[])[] {
  const instructions = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => /^([A-Z]+) +(.+)$/.exec(line))
    .flatMap((match) => (match === null ? [] : [{ name: match[1] ?? '', rest: match[2] ?? '' }]));
  const starts = instructions.flatMap(({ name }, index) => (name === 'FROM' ? [index] : []));
  return starts.map((start, index) => instructions.slice(start, starts[index + 1]));
}

function find(stage: readonly Instruction[], name: string): string {
  return stage.find((instruction) => instruction.name === name)?.rest ?? '';
}

function words(text: string): readonly string[] {
  return text.split(/ +/).filter((word) => !word.startsWith('--'));
}

/** As Docker reads it: the last line that matches a path or a folder above it decides. */
function isLetThrough(path: string): boolean {
  let isLet = true;
  for (const line of ignored.filter((each) => each !== '' && !each.startsWith('#'))) {
    const pattern = line.replace(/^!/, '');
    const names = path.split('/');
    const isMatch = names.some((_, index) => toRegExp(pattern).test(names.slice(0, index + 1).join('/')));
    if (isMatch) isLet = line.startsWith('!');
  }
  return isLet;
}

/** Docker's stars take names that begin with a dot, too. */
function toRegExp(pattern: string): RegExp {
  const parts = pattern
    .replaceAll('.', '\\.')
    .replaceAll(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(.*/)?'));
  return new RegExp(`^${parts}$`);
}

/** Does what the COPY lines of a stage say, from the repository. */
function copy(stage: readonly Instruction[], into: string): void {
  for (const { name, rest } of stage) {
    if (name !== 'COPY' || rest.includes('--from')) continue;
    const [...sources] = words(rest);
    const target = join(into, sources.pop() ?? '');
    for (const source of sources) {
      cpSync(join(root, source), sources.length > 1 ? join(target, source) : target, { recursive: true });
    }
  }
}
