import { readFileSync } from 'node:fs';
import type { RequestOptions } from 'node:https';
import { resolve } from 'node:path';
import { listenAddress, type ListenAddress, reachedHost } from '../config/addresses.ts';
import { parseFlags } from '../config/go-flags.ts';
import { flagEntries } from '../config/option-index.ts';
import { goBoolean } from '../config/quantities.ts';
import type { RunningInstance } from './running-instances.ts';

/** The outcome of a health check: 0 healthy, 1 nobody answered so, 2 a target that cannot be understood. */
export interface ProbeOutcome {
  readonly exitCode: 0 | 1 | 2;
  /** One line for standard error. */
  readonly text: string;
}

export interface ProbeOptions {
  /** What to ask; the running instances when left out. */
  readonly target: string | undefined;
  /** The only certificate to believe, of an `https` target. */
  readonly tlsCertFile: string | undefined;
  readonly findInstances: () => Promise<readonly RunningInstance[]>;
}

/** Whoever runs a health check gives it five seconds at most. */
const attemptMs = 3_000;
const wholeMs = 4_000;

/** Asks a server for its health: the named one, or those that run on this machine, by rising process ID (START-14). */
export async function probe({ target, tlsCertFile, findInstances }: ProbeOptions): Promise<ProbeOutcome> {
  const deadline = AbortSignal.timeout(wholeMs);
  if (target !== undefined) {
    const health = parseTarget(target, tlsCertFile);
    if (health === undefined) {
      return outcome(2, `${JSON.stringify(target)} is not a URL, host:port, or the path of a socket`);
    }
    return judge(health.name, await ask(health, deadline));
  }
  const failures: string[] = [];
  for (const instance of await findInstances()) {
    const found = findHealth(instance);
    if (found === 'not a server') continue;
    if (found === 'stdio') return outcome(0, `process ${instance.pid} serves over stdio`);
    const answer = await ask(found, deadline);
    if (answer.healthy) return judge(found.name, answer);
    failures.push(`${found.name} ${answer.says}`);
  }
  return outcome(1, failures.length === 0 ? 'no instance runs here' : failures.join('; '));
}

/** Where and how a server is asked for its health. */
interface HealthTarget {
  /** As it is shown. */
  readonly name: string;
  readonly secure: boolean;
  readonly request: RequestOptions;
}

function parseTarget(target: string, tlsCertFile: string | undefined): HealthTarget | undefined {
  if (/^https?:\/\//i.test(target)) {
    const url = URL.parse(target);
    if (url === null) return undefined;
    const { protocol, port, pathname } = url;
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    return createTarget({
      name: `${protocol}//${url.host}`,
      secure: protocol === 'https:',
      certFile: tlsCertFile,
      request: { host, port: port === '' ? undefined : port, path: pathname === '/' ? '/health' : pathname },
    });
  }
  if (target.includes('://')) return undefined;
  const address = listenAddress.parse(target.replace(/^unix:/, ''));
  if (!address.ok || (target.startsWith('unix:') && address.value.kind !== 'unix')) return undefined;
  return createTarget({ ...locate(address.value), secure: false, certFile: undefined });
}

/** Reads from an instance's own flags where it listens. */
function findHealth({
  argv,
  workingDirectory,
  readsNullDevice,
}: RunningInstance): HealthTarget | 'stdio' | 'not a server' {
  const { given } = parseFlags(argv);
  const isOn = (name: string): boolean => {
    const parsed = goBoolean.parse(given.get(name) ?? 'false');
    return parsed.ok && parsed.value;
  };
  if (oneShotFlags.some((name) => asksFor(given.get(name) ?? ''))) return 'not a server';
  const transport = given.get('transport') ?? '';
  // When its standard input cannot be seen, the connection decides.
  const isHttp =
    isOn('demo') ||
    (transport === 'auto' ? readsNullDevice !== false : transport === 'http' || (transport === '' && isOn('http')));
  if (!isHttp) return 'stdio';
  const address = listenAddress.parse(given.get('http-addr') ?? ':8080');
  if (!address.ok) return 'not a server';
  const from = workingDirectory ?? '/';
  const certFile = given.get('tls-cert') ?? '';
  return createTarget({
    ...locate(address.value, from),
    secure: certFile !== '',
    certFile: certFile === '' ? undefined : resolve(from, certFile),
  });
}

const oneShotFlags = [...flagEntries].filter(([, { spec }]) => spec.flag?.readBy === 'one-shot').map(([name]) => name);

/** Whether the value of such a flag makes the command run: any word but a no. */
function asksFor(text: string): boolean {
  const parsed = goBoolean.parse(text);
  return text !== '' && (!parsed.ok || parsed.value);
}

function locate(
  address: ListenAddress,
  workingDirectory = '',
): { readonly name: string; readonly request: RequestOptions } {
  if (address.kind === 'unix') {
    const socketPath = resolve(workingDirectory, address.path);
    return { name: socketPath, request: { socketPath, host: 'localhost', path: '/health' } };
  }
  const { port } = address;
  const reached = reachedHost(address.host);
  return {
    name: `${reached.includes(':') ? `[${reached}]` : reached}:${port}`,
    request: { host: reached, port, path: '/health' },
  };
}

interface TargetParts {
  readonly name: string;
  readonly secure: boolean;
  readonly certFile: string | undefined;
  readonly request: RequestOptions;
}

function createTarget({ name, secure, certFile, request }: TargetParts): HealthTarget {
  if (!secure || certFile === undefined) return { name, secure, request };
  return {
    name,
    secure,
    // This very certificate is the proof, whatever name it was made for and whoever signed it.
    get request() {
      return {
        ...request,
        ca: readFileSync(certFile),
        allowPartialTrustChain: true,
        checkServerIdentity: () => undefined,
      };
    },
  };
}

interface HealthAnswer {
  readonly healthy: boolean;
  /** What it said, or why it did not. */
  readonly says: string;
}

async function ask(target: HealthTarget, deadline: AbortSignal): Promise<HealthAnswer> {
  const { request } = process.getBuiltinModule(target.secure ? 'node:https' : 'node:http');
  const signal = AbortSignal.any([deadline, AbortSignal.timeout(attemptMs)]);
  try {
    return await new Promise<HealthAnswer>((resolve, reject) => {
      // Without an agent no proxy of the environment comes between.
      const req = request({ ...target.request, agent: false, signal }, (res) => {
        res.resume();
        resolve({ healthy: res.statusCode === 200, says: `answered ${res.statusCode}` });
        req.destroy();
      });
      req.on('error', reject).end();
    });
  } catch (error) {
    if (signal.aborted) return { healthy: false, says: 'did not answer in time' };
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    return { healthy: false, says: `did not answer (${code})` };
  }
}

function judge(name: string, { healthy, says }: HealthAnswer): ProbeOutcome {
  return outcome(healthy ? 0 : 1, `${name} ${says}`);
}

function outcome(exitCode: 0 | 1 | 2, text: string): ProbeOutcome {
  return { exitCode, text: `probe: ${text}\n` };
}
