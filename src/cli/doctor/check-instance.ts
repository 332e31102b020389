import type { Core } from '../../app.ts';
import { isLoopbackHost } from '../../config/addresses.ts';
import type { Config } from '../../config/option-index.ts';
import type { Transport } from '../../config/option-spec.ts';
import type { Instance } from '../../gitlab/instance.ts';
import { readProxyRules } from '../../gitlab/proxy-rules.ts';
import { type Reached, reachInstance } from '../../gitlab/reach.ts';
import { type Finding, reporter } from './finding.ts';

const reachMs = 12_000;
/** A clock that is off by this much makes what GitLab says of times hard to believe. */
const skewWarnMs = 30_000;
/** And by this much certificates and tokens are judged wrongly. */
const skewFailMs = 5 * 60_000;

export interface InstanceCheck {
  readonly core: Pick<Core, 'dispatcher'>;
  readonly config: Pick<Config, 'gitlab'>;
  readonly transport: Transport;
  readonly userAgent: string;
  readonly now: () => number;
}

/** Whether an instance is there, is a GitLab, is reached the way that was meant, and agrees on the time. */
export async function checkInstance(instance: Instance, options: InstanceCheck): Promise<readonly Finding[]> {
  const { core, config, transport, userAgent, now } = options;
  const signal = AbortSignal.timeout(reachMs);
  const reached = await reachInstance(core.dispatcher, instance, { userAgent, signal });
  const receivedAt = now();
  const setting = transport === 'http' ? '--gitlab-url (GITLAB_URL)' : 'GITLAB_URL';
  return [
    ...describeRoute(instance, config),
    judgeReached(instance, reached, setting),
    ...judgeClock(reached, receivedAt),
  ];
}

function describeRoute(
  { webBase, origin, hostname }: Instance,
  { gitlab }: Pick<Config, 'gitlab'>,
): readonly Finding[] {
  const route = reporter('gitlab', 'route');
  const chooseProxy = readProxyRules({
    httpsProxy: gitlab.httpsProxy?.reveal(),
    httpProxy: gitlab.httpProxy?.reveal(),
    noProxy: gitlab.noProxy.join(','),
  });
  const proxy = chooseProxy(new URL(origin));
  const findings: Finding[] = [];
  // The host alone: the rest of the URL may be a password.
  if (proxy !== undefined) findings.push(route.pass(`${webBase} is reached through the proxy ${proxy.host}.`));
  if (gitlab.authoritiesFile !== undefined && origin.startsWith('https:')) {
    findings.push(route.pass(`Certificates are checked against ${gitlab.authoritiesFile} (SSL_CERT_FILE).`));
  }
  if (!gitlab.verifyTls && origin.startsWith('https:')) {
    findings.push(
      route.warn(
        `The certificate of ${webBase} is not checked, so anybody in between can read the tokens.`,
        'Leave out --skip-tls-verify (GITLAB_MCP_SKIP_TLS_VERIFY) and name the authority in SSL_CERT_FILE.',
      ),
    );
  }
  if (origin.startsWith('http:') && !isLoopbackHost(hostname)) {
    findings.push(route.warn(`Tokens travel to ${webBase} in the clear.`, 'Use its https address.'));
  }
  return findings;
}

function judgeReached({ webBase }: Instance, reached: Reached, setting: string): Finding {
  const { pass, fail } = reporter('gitlab', 'reachable');
  if (reached.kind === 'failed') {
    return fail(`${webBase} ${reached.what}.`, fixFor(reached.tlsCode, setting));
  }
  const { status, isJson, location, tookMs } = reached;
  if (status >= 300 && status < 400) {
    const target = location === undefined ? undefined : URL.parse(location, webBase)?.origin;
    return fail(
      `${webBase} sends requests on${target === undefined ? '' : ` to ${target}`} (${status}).`,
      `Set ${setting} to the address that it ends at.`,
    );
  }
  if (status >= 500) {
    return fail(`${webBase} answered ${status}.`, 'GitLab, or the proxy in front of it, is in trouble: look there.');
  }
  // Without a token the API refuses, in JSON. What does not is a login page, a portal, or another program.
  return isJson && (status === 200 || status === 401 || status === 403)
    ? pass(`${webBase} answers as a GitLab does, in ${Math.round(tookMs)} ms.`)
    : fail(
        `${webBase} answered ${status}, and not as the API of a GitLab does.`,
        `Set ${setting} to the base of the installation, with its path if it has one; a proxy or portal that ` +
          'wants a login first has to let /api pass.',
      );
}

function fixFor(tlsCode: string | undefined, setting: string): string {
  if (tlsCode === undefined) {
    return `Check ${setting}, and HTTPS_PROXY or HTTP_PROXY where GitLab is reached through a proxy.`;
  }
  if (tlsCode === 'CERT_HAS_EXPIRED') return "Renew GitLab's certificate, and check the clock of this machine.";
  if (tlsCode === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `Write ${setting} with a name that the certificate is made for.`;
  return 'Set SSL_CERT_FILE to a PEM file with the authority that signed it, or with the certificate itself.';
}

function judgeClock(reached: Reached, receivedAt: number): readonly Finding[] {
  if (reached.kind === 'failed' || reached.clock === undefined) return [];
  const { pass, warn, fail } = reporter('gitlab', 'clock');
  const offMs = receivedAt - reached.clock;
  const size = Math.abs(offMs);
  if (size < skewWarnMs) return [pass("The clocks of this machine and GitLab's agree.")];
  const says = `The clock of this machine is ${Math.round(size / 1000)} s ${offMs > 0 ? 'ahead of' : 'behind'} GitLab's.`;
  const fix = 'Let the machine set its clock by NTP: certificates, tokens and OAuth logins are judged by it.';
  return [size < skewFailMs ? warn(says, fix) : fail(says, fix)];
}
