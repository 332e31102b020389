import { readFile } from 'node:fs/promises';
import { X509Certificate } from 'node:crypto';
import { reachedHost } from '../../config/addresses.ts';
import type { ServePlan } from '../../config/load-config.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { type HttpServing, serveHttp } from '../serve-http.ts';
import type { BuildInfo } from '../version.ts';
import { type HttpEndpoint, sendHttp } from './conversation.ts';
import { type Finding, reporter } from './finding.ts';

/** A server that was started to be looked at, and what its start came to. */
export interface StartedHttp {
  readonly findings: readonly Finding[];
  /** Undefined when it could not be started at all. */
  readonly server: { readonly endpoint: HttpEndpoint; close(): Promise<void> } | undefined;
}

const soonMs = 14 * 24 * 60 * 60_000;
const { pass, warn, fail } = reporter('listener', 'http');

/** Starts the HTTP server as it is configured; where its address is taken, on a free port of this machine. */
export async function startForChecks(
  plan: ServePlan,
  { build, logger, now }: { readonly build: BuildInfo; readonly logger: Logger; readonly now: () => number },
): Promise<StartedHttp> {
  const findings: Finding[] = [...(await checkCertificate(plan, now))];
  // Nobody is served, so nobody has to be given time to look away.
  const brief = withListen(plan, { drainDelayMs: 0 });
  const serving = await serveHttp(brief, build, logger).catch((error: unknown) => {
    findings.push(describeStartFailure(error, plan));
    const elsewhere = { address: { kind: 'tcp', host: '127.0.0.1', port: 0 } as const };
    return isAddressTrouble(error) ? serveHttp(withListen(brief, elsewhere), build, logger) : undefined;
  });
  if (serving === undefined) return { findings, server: undefined };

  const endpoint = locate(plan, serving);
  findings.push(...(await checkDocuments(endpoint, serving.url)));
  return { findings, server: { endpoint, close: () => serving.close() } };
}

/** Whether the listener for profiles can be opened. */
export async function checkDiagnostics({ config }: ServePlan, logger: Logger): Promise<readonly Finding[]> {
  const { address } = config.diagnostics;
  if (address === undefined) return [];
  const diagnostics = reporter('listener', 'diagnostics');
  const { startDiagnostics } = await import('../../transports/diagnostics-listener.ts');
  try {
    const serving = await startDiagnostics({ ...address, logger, describe: () => [] });
    await serving.close();
    return [diagnostics.pass(`${address.host}:${address.port} is free for diagnostics.`)];
  } catch (error) {
    return [
      diagnostics.fail(
        `Diagnostics cannot listen on ${address.host}:${address.port} (${codeOf(error)}).`,
        'Choose another address with --pprof-addr (GITLAB_MCP_PPROF_ADDR).',
      ),
    ];
  }
}

function withListen(plan: ServePlan, change: Partial<ServePlan['config']['listen']>): ServePlan {
  return { ...plan, config: { ...plan.config, listen: { ...plan.config.listen, ...change } } };
}

function isAddressTrouble(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && (error.syscall === 'listen' || error.syscall === 'bind');
}

function describeStartFailure(error: unknown, { demo, sources }: ServePlan): Finding {
  const message = error instanceof Error ? error.message : 'something that is not an error';
  if (codeOf(error) === 'EADDRINUSE') {
    if (demo && sources['listen.address'].from === 'default') {
      return pass('Something else listens on the usual port of the demo, which then takes a free one.');
    }
    return fail(
      `Something else listens on the address already (${message}). What follows was checked on a free port.`,
      'Stop it (gitlab-mcp-server --shutdown, when it is this program), or choose another --http-addr.',
    );
  }
  return fail(
    `The server does not start: ${message}.`,
    isAddressTrouble(error) ? 'Choose another address with --http-addr.' : 'Mend what the sentence names.',
  );
}

/** Where this process reaches what it has just opened. */
function locate({ config }: ServePlan, { url }: HttpServing): HttpEndpoint {
  const { publicUrl } = config.auth;
  const hostHeader = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  if (!/^https?:/.test(url)) return { at: { socketPath: url, host: 'localhost' }, secure: false, hostHeader };
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    at: { host: reachedHost(host), port },
    secure: protocol === 'https:',
    hostHeader,
  };
}

async function checkDocuments(endpoint: HttpEndpoint, url: string): Promise<readonly Finding[]> {
  const health = await sendHttp(endpoint, { method: 'GET', path: '/health' }).catch((error: unknown) => codeOf(error));
  if (typeof health === 'string' || health.status !== 200) {
    const came = typeof health === 'string' ? `did not answer (${health})` : `answered ${health.status}`;
    return [
      fail(`The listener was opened, and its /health ${came}.`, 'Look at the log of a start with --log-level=debug.'),
    ];
  }
  return [pass(`Listening on ${url}, and /health answers.`)];
}

async function checkCertificate({ config }: ServePlan, now: () => number): Promise<readonly Finding[]> {
  const { tlsCertFile } = config.listen;
  if (tlsCertFile === undefined) return [];
  const pem = await readFile(tlsCertFile).catch(() => undefined);
  const certificate = pem === undefined ? undefined : parseCertificate(pem);
  // The start itself says what is wrong with the file.
  if (certificate === undefined) return [];
  const endsAt = Date.parse(certificate.validTo);
  const fix = 'Renew the certificate of --tls-cert; the server takes it up without a restart.';
  if (endsAt < now()) return [fail(`The certificate of --tls-cert ended on ${certificate.validTo}.`, fix)];
  return endsAt - now() < soonMs ? [warn(`The certificate of --tls-cert ends on ${certificate.validTo}.`, fix)] : [];
}

function parseCertificate(pem: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
