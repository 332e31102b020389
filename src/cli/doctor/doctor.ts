import { type Core, createCore } from '../../app.ts';
import type { DoctorPlan, ServePlan } from '../../config/load-config.ts';
import { parseInstance } from '../../gitlab/instance.ts';
import { createLogger, type Logger } from '../../telemetry/logger.ts';
import { serveStdio } from '../serve-stdio.ts';
import type { BuildInfo } from '../version.ts';
import { checkInstance } from './check-instance.ts';
import { checkDiagnostics, startForChecks } from './check-listener.ts';
import { checkToken } from './check-token.ts';
import { checkCard, checkWire } from './check-wire.ts';
import { type Conversation, createHttpConversation, createPipes } from './conversation.ts';
import { type Finding, reporter, type Subject } from './finding.ts';
import { renderReport } from './render-report.ts';

export interface DoctorOutcome {
  /** 0 when nothing failed. */
  readonly exitCode: 0 | 1;
  /** For standard output. */
  readonly text: string;
}

export interface DoctorOptions {
  /** The machine's clock when left out. */
  readonly now?: () => number;
}

/** What one part of the examination may take; the parts before and after it are reported all the same. */
const partMs = 30_000;

/** Instances looked at; a deployment with more has them looked at by running this for each. */
const maxInstances = 10;

/**
 * `--doctor`: starts as the plan says, looks at everything a client will depend on, and stops again. Ends within two
 * minutes whatever GitLab does, and says nothing that is secret.
 */
export async function doctor(
  { start, format, token }: DoctorPlan,
  build: BuildInfo,
  { now = Date.now }: DoctorOptions = {},
): Promise<DoctorOutcome> {
  const findings =
    start.command === 'refused' ? reportRefusal(start.problems) : await examine(start, { build, token, now });
  const failed = findings.some(({ status }) => status === 'fail');
  const heading =
    start.command === 'refused'
      ? `gitlab-mcp-server ${build.version}`
      : `gitlab-mcp-server ${build.version}, ${start.transport}, ${start.config.surface.tools} tools`;
  return {
    exitCode: failed ? 1 : 0,
    text:
      format === 'json'
        ? `${JSON.stringify({ version: build.version, healthy: !failed, findings }, null, 2)}\n`
        : renderReport(heading, findings),
  };
}

function reportRefusal(problems: readonly string[]): readonly Finding[] {
  const { fail } = reporter('configuration', 'start');
  return problems.map((problem) =>
    fail(`${problem}.`, 'The server refuses to start before this is mended, so nothing else was checked.'),
  );
}

interface Examination {
  readonly build: BuildInfo;
  readonly token: DoctorPlan['token'];
  readonly now: () => number;
}

async function examine(plan: ServePlan, { build, token, now }: Examination): Promise<readonly Finding[]> {
  // What the server logs meanwhile is about nobody's requests.
  const logger = createLogger({ level: 'error', destination: { write: () => undefined } });
  if (!plan.demo) {
    const secret = plan.transport === 'stdio' ? plan.config.stdio.token?.reveal() : token?.reveal();
    return examineServed(plan, { build, logger, now, secret });
  }
  const { startPracticeGitLab } = await import('../demo.ts');
  const demo = await startPracticeGitLab(plan);
  await using sandbox = demo.sandbox;
  return await examineServed(demo.plan, { build, logger, now, secret: sandbox.tokens.alice });
}

interface Circumstances {
  readonly build: BuildInfo;
  readonly logger: Logger;
  readonly now: () => number;
  /** The token of stdio, or the one that stands for a client's. */
  readonly secret: string | undefined;
}

async function examineServed(plan: ServePlan, circumstances: Circumstances): Promise<readonly Finding[]> {
  const { build, logger } = circumstances;
  const settings = reportSettings(plan);
  let core: Core;
  try {
    core = createCore(plan.config, build, logger, { needsUser: plan.transport === 'http' });
  } catch (error) {
    const { fail } = reporter('configuration', 'start');
    return [...settings, fail(`${messageOf(error)}.`, 'Mend the setting that the sentence names.')];
  }
  try {
    return [...settings, ...(await examineParts(plan, core, circumstances))];
  } finally {
    await core.close();
  }
}

async function examineParts(plan: ServePlan, core: Core, circumstances: Circumstances): Promise<readonly Finding[]> {
  const { transport, config } = plan;
  const { build, logger, now, secret } = circumstances;
  const instances = config.gitlab.instances.slice(0, maxInstances).map(parseInstance);
  const userAgent = `gitlab-mcp-server/${build.version}`;
  const reached = await inTime('gitlab', async () => {
    const each = instances.map((instance) => checkInstance(instance, { core, config, transport, userAgent, now }));
    return (await Promise.all(each)).flat();
  });
  const [instance] = instances;
  const isReachable = !reached.some(({ check, status }) => check === 'reachable' && status === 'fail');
  const known =
    instance === undefined || secret === undefined || !isReachable
      ? skipToken(plan, secret)
      : await inTime('token', () => checkToken(instance, { core, config, transport, secret, now }));
  const isServed = secret !== undefined && known.some(({ check }) => check === 'tier');
  const listeners = await inTime('listener', () => checkDiagnostics(plan, logger));
  const wire = transport === 'http' ? overHttp : overStdio;
  return [
    ...reached,
    ...known,
    ...listeners,
    ...(await inTime('clients', () => wire(plan, { ...circumstances, secret: isServed ? secret : undefined }))),
  ];
}

function reportSettings({ warnings, transport }: ServePlan): readonly Finding[] {
  const settings = reporter('configuration', 'settings');
  if (warnings.length === 0) return [settings.pass(`The settings for ${transport} are in order.`)];
  return warnings.map(({ message, fields }) => {
    const details = Object.entries(fields).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
    const says = details.length === 0 ? `${message}.` : `${message} (${details.join(', ')}).`;
    return settings.warn(says, 'Every start logs this; leave out the setting if you do not mean it.');
  });
}

function skipToken({ transport }: ServePlan, secret: string | undefined): readonly Finding[] {
  const token = reporter('token', 'token');
  if (secret !== undefined)
    return [token.warn('GITLAB_TOKEN was not looked at.', 'First mend what keeps GitLab away.')];
  return transport === 'http'
    ? [
        token.pass(
          'Each client sends its own. With GITLAB_TOKEN set, that one is checked here as a client would use it.',
        ),
      ]
    : [];
}

async function overHttp(plan: ServePlan, { build, logger, now, secret }: Circumstances): Promise<readonly Finding[]> {
  const { findings, server } = await startForChecks(plan, { build, logger, now });
  if (server === undefined) return findings;
  try {
    if (secret === undefined) return [...findings, ...(await checkCard(server.endpoint))];
    const conversation = createHttpConversation(server.endpoint, secret);
    return [...findings, ...(await converse(conversation, plan, { callsGitLab: true }))];
  } finally {
    await server.close();
  }
}

async function overStdio(plan: ServePlan, { build, logger, secret }: Circumstances): Promise<readonly Finding[]> {
  const { input, output, ask } = createPipes();
  const serving = await serveStdio(plan, build, logger, { input, output });
  const close = async (): Promise<void> => {
    input.end();
    await serving.close();
  };
  return converse({ ask, close }, plan, { callsGitLab: secret !== undefined });
}

async function converse(
  conversation: Conversation,
  plan: ServePlan,
  options: { readonly callsGitLab: boolean },
): Promise<readonly Finding[]> {
  try {
    return await checkWire(conversation, plan, options);
  } finally {
    await conversation.close();
  }
}

/** One part, bounded in time: what it could not finish is a finding, too. */
async function inTime(subject: Subject, run: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  const { fail } = reporter(subject, 'finished');
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly Finding[]>((resolve) => {
    const finding = fail(`This was not done within ${partMs / 1000} s.`, 'Run it again; see what was slow above.');
    timer = setTimeout(() => resolve([finding]), partMs);
  });
  try {
    return await Promise.race([run(), late]);
  } catch (error) {
    return [fail(`This could not be checked: ${messageOf(error)}.`, 'Report this line if nothing above explains it.')];
  } finally {
    clearTimeout(timer);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'something that is not an error';
}
