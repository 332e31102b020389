import { homedir } from 'node:os';
import { describeFailure } from './cli/exit.ts';
import { findStdinKind } from './cli/stdin-kind.ts';
import { startTelemetry } from './cli/start-telemetry.ts';
import { stopSignal } from './cli/stop-signal.ts';
import { type BuildInfo, loadBuildInfo } from './cli/version.ts';
import { readDotenvFiles } from './config/dotenv.ts';
import { loadConfig, type Plan, type ServePlan } from './config/load-config.ts';
import type { FigureGroup } from './documents/figures.ts';
import { createLogger, type Logger } from './telemetry/logger.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import { routeConsole, routeCrashes, routeProcessWarnings } from './telemetry/route-process-output.ts';

/** Something that runs until it is told to stop. */
interface Serving {
  /** Resolves when it ended by itself. */
  readonly done?: Promise<void>;
  close(): Promise<void>;
  /** Figures for an operator; costs nothing until it is called. */
  describe(): readonly FigureGroup[] | Promise<readonly FigureGroup[]>;
}

await main().catch((error: unknown) => {
  const { exitCode, text } = describeFailure(error);
  process.stderr.write(text);
  process.exitCode = exitCode;
});

async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  const dotenvFiles = await readDotenvFiles({
    argv,
    environment: process.env,
    homeDirectory: homedir(),
    workingDirectory: process.cwd(),
  });
  const plan = loadConfig({ argv, environment: process.env, dotenvFiles, stdinKind: findStdinKind() });
  if (plan.command === 'serve') await serve(plan);
  else await runOnce(plan);
}

async function runOnce(plan: Exclude<Plan, ServePlan>): Promise<void> {
  switch (plan.command) {
    case 'help': {
      const { renderHelp } = await import('./cli/help.ts');
      process.stdout.write(renderHelp());
      return;
    }
    case 'version': {
      const { renderVersion } = await import('./cli/version.ts');
      process.stdout.write(renderVersion(loadBuildInfo()));
      return;
    }
    case 'first-run': {
      const { showFirstRun } = await import('./cli/first-run.ts');
      await showFirstRun({ missing: plan.missing, input: process.stdin, output: process.stderr });
      return;
    }
    case 'completion': {
      const { renderCompletion } = await import('./cli/completion.ts');
      process.stdout.write(renderCompletion(plan.shell));
      return;
    }
    case 'print-config': {
      const [{ printConfig }, { findLaunch }] = await Promise.all([
        import('./cli/print-config.ts'),
        import('./cli/clients/launch.ts'),
      ]);
      const { client, target } = plan;
      const launch = findLaunch(process.argv[1] ?? '', process.execPath);
      const { entry, advice } = printConfig(client, target.kind === 'stdio' ? { ...target, launch } : target);
      process.stdout.write(entry);
      process.stderr.write(advice);
      return;
    }
    case 'doctor': {
      const { doctor } = await import('./cli/doctor/doctor.ts');
      const { exitCode, text } = await doctor(plan, loadBuildInfo());
      process.stdout.write(text);
      process.exitCode = exitCode;
      return;
    }
    case 'tool-search': {
      const { searchTools } = await import('./cli/tool-search.ts');
      process.stdout.write(await searchTools(plan));
      return;
    }
    case 'probe': {
      const [{ probe }, { findRunningInstances }] = await Promise.all([
        import('./cli/probe.ts'),
        import('./cli/running-instances.ts'),
      ]);
      const { exitCode, text } = await probe({ ...plan, findInstances: findRunningInstances });
      process.stderr.write(text);
      process.exitCode = exitCode;
      return;
    }
    case 'shutdown': {
      const [{ shutdown }, { findRunningInstances }] = await Promise.all([
        import('./cli/shutdown.ts'),
        import('./cli/running-instances.ts'),
      ]);
      const say = (line: string): boolean => process.stderr.write(`${line}\n`);
      process.exitCode = await shutdown({ findInstances: findRunningInstances, say });
    }
  }
}

async function serve(plan: ServePlan): Promise<void> {
  const { token } = plan.config.stdio;
  const logger = createLogger({ level: plan.config.log.level, secrets: token === undefined ? [] : [token.reveal()] });
  routeConsole(logger);
  routeProcessWarnings(logger);
  routeCrashes(logger, (code) => process.exit(code));
  const build = loadBuildInfo();
  // Before anything is said, so that a collector learns of the start as well.
  const telemetry = await startTelemetry(plan, build, logger);
  for (const { level, message, fields } of [...plan.warnings, ...plan.notices]) logger[level](message, fields);

  // First of all, so that a start can be looked at, too.
  let begun: Serving | undefined;
  const diagnostics = await diagnose(plan, logger, () => begun?.describe() ?? []);
  const serving = await start(plan, build, { logger, telemetry });
  begun = serving;
  const stopped = stopSignal().then((signal) => logger.info('stopping', { signal }));
  await (serving.done === undefined ? stopped : Promise.race([serving.done, stopped]));
  await serving.close().catch((error: unknown) => {
    // Something is still open and would keep the process alive.
    logger.error('stopping failed', { error });
    process.exit(1);
  });
  await diagnostics?.close();
  // A collector that does not answer must not keep a stopped process.
  if (telemetry !== undefined && !(await telemetry.close())) process.exit();
}

async function diagnose(
  { config }: ServePlan,
  logger: Logger,
  describe: Serving['describe'],
): Promise<Pick<Serving, 'close'> | undefined> {
  if (config.diagnostics.address === undefined) return undefined;
  const { startDiagnostics } = await import('./transports/diagnostics-listener.ts');
  return startDiagnostics({ ...config.diagnostics.address, logger, describe });
}

async function start(
  plan: ServePlan,
  build: BuildInfo,
  { logger, telemetry }: { readonly logger: Logger; readonly telemetry: Telemetry | undefined },
): Promise<Serving> {
  if (plan.demo) {
    const { describeDemo, startDemo } = await import('./cli/demo.ts');
    const demo = await startDemo(plan, build, logger, telemetry);
    process.stdout.write(describeDemo(demo));
    return demo;
  }
  if (plan.transport === 'http') {
    const { serveHttp } = await import('./cli/serve-http.ts');
    return serveHttp(plan, build, logger, { telemetry });
  }
  const { keepCompiledCode } = await import('./cli/compile-cache.ts');
  keepCompiledCode(homedir());
  const { serveStdio } = await import('./cli/serve-stdio.ts');
  return serveStdio(plan, build, logger, { telemetry });
}
