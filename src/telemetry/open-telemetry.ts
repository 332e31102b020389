import { createNoopLogger, createNoopMeter, diag, type DiagLogger, DiagLogLevel, trace } from '@opentelemetry/api';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { CallerPolicy, type IdentityOptions, judgeIdentityKey } from './caller-identity.ts';
import type { Deployment } from './deployment.ts';
import type { Logger } from './logger.ts';
import { createExporters, type Exporters } from './otlp-exporters.ts';
import {
  findExporterSecrets,
  findPlaintextSignals,
  type OtelVariables,
  type OtlpSettings,
  readOtlpSettings,
  showEndpoint,
} from './otlp-settings.ts';
import { RateLimitedLog } from './rate-limited-log.ts';
import { Recorder } from './recorder.ts';
import { readSdkSettings, type SdkSettings } from './sdk-settings.ts';
import type { ExportFacts, Telemetry } from './telemetry.ts';

export interface OpenTelemetryOptions {
  readonly variables: OtelVariables;
  readonly deployment: Deployment;
  readonly identity: IdentityOptions;
  readonly version: string;
  readonly logger: Logger;
  /** How long the last export may take. */
  readonly flushMs?: number;
}

const scope = 'gitlab-mcp-server';

/**
 * Starts to export what the variables ask for. Nothing waits for a collector.
 *
 * @throws UnusableTelemetry when the variables ask for what cannot be done.
 */
export async function startOpenTelemetry(options: OpenTelemetryOptions): Promise<Telemetry> {
  const { variables, identity, version, logger, flushMs = 3000 } = options;
  const otlp = readOtlpSettings(variables);
  const settings = readSdkSettings(variables);
  const exporters = await createExporters(otlp.signals);
  routeDiagnostics(logger, findExporterSecrets(variables));
  for (const problem of [...otlp.problems, ...settings.problems]) {
    logger.warn('an OpenTelemetry variable is not understood, its default is used', { problem });
  }

  const keyProblem = judgeIdentityKey(identity.suppliedKey);
  if (keyProblem !== undefined) logger.error('telemetry records nothing about callers', { reason: keyProblem });
  const policy = new CallerPolicy(
    keyProblem === undefined ? identity : { ...identity, mode: 'none', suppliedKey: undefined },
  );
  const facts = factsOf(otlp);
  const providers = createProviders(exporters, settings, version);
  logStart(otlp, identity, logger);
  return new Recorder({
    facts,
    deployment: options.deployment,
    policy,
    tracer: providers.traces?.getTracer(scope, version) ?? trace.getTracer(scope),
    meter: providers.metrics?.getMeter(scope, version) ?? createNoopMeter(),
    logs: providers.logs?.getLogger(scope, version) ?? createNoopLogger(),
    close: async () => closeWithin(flushMs, [providers.traces, providers.metrics, providers.logs]),
  });
}

function factsOf({ signals }: OtlpSettings): ExportFacts {
  return {
    signals: signals.map(({ signal }) => signal),
    protocol: [...new Set(signals.map(({ protocol }) => protocol))].join(', '),
  };
}

function createProviders({ traces, metrics, logs }: Exporters, settings: SdkSettings, version: string) {
  const resource = defaultResource().merge(
    resourceFromAttributes({ 'service.name': scope, 'service.version': version, ...settings.resource }),
  );
  return {
    traces:
      traces &&
      new TracerProvider({
        resource,
        sampler: createSampler(settings.sampler),
        spanLimits: { attributeValueLengthLimit: settings.maxAttributeLength },
        spanProcessors: [new BatchSpanProcessor({ exporter: traces, ...settings.spanBatches })],
      }),
    metrics:
      metrics &&
      new MeterProvider({
        resource,
        readers: [
          new PeriodicExportingMetricReader({
            exporter: metrics,
            exportIntervalMillis: settings.metricIntervalMs,
            exportTimeoutMillis: settings.metricTimeoutMs,
          }),
        ],
      }),
    logs:
      logs &&
      new LoggerProvider({
        resource,
        logRecordLimits: { attributeValueLengthLimit: settings.maxAttributeLength },
        processors: [new BatchLogRecordProcessor({ exporter: logs, ...settings.logBatches })],
      }),
  };
}

function createSampler(chosen: SdkSettings['sampler']): Sampler {
  // Unless the operator says so, a caller does not decide that nothing is recorded of what it does here.
  if (chosen === undefined) {
    return new ParentBasedSampler({ root: new AlwaysOnSampler(), remoteParentNotSampled: new AlwaysOnSampler() });
  }
  switch (chosen.name) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(chosen.ratio);
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(chosen.ratio) });
  }
}

/** What the SDK has to say goes to the log, at most once a minute each, and never with what authenticates us. */
function routeDiagnostics(logger: Logger, secrets: readonly string[]): void {
  const log = new RateLimitedLog({ logger: logger.child({}, { secrets }) });
  const quiet = (): void => undefined;
  const told: DiagLogger = {
    error: (message, ...rest) => log.error('telemetry could not be exported', { diagnostic: textOf(message, rest) }),
    warn: (message, ...rest) => log.warn('telemetry reports a problem', { diagnostic: textOf(message, rest) }),
    info: quiet,
    debug: quiet,
    verbose: quiet,
  };
  diag.setLogger(told, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}

/** The SDK writes an error as JSON with its stack; the line needs what happened. */
function textOf(message: string, rest: readonly unknown[]): string {
  const parts = [message, ...rest].map((part) => (part instanceof Error ? part.message : String(part)));
  return parts.map((part) => readJsonError(part) ?? part).join(' ');
}

function readJsonError(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    const isError = typeof parsed === 'object' && parsed !== null && 'message' in parsed;
    return isError ? String(parsed.message) : undefined;
  } catch {
    // Not JSON after all: the text is shown as it is.
    return undefined;
  }
}

function logStart(otlp: OtlpSettings, { mode }: IdentityOptions, logger: Logger): void {
  const exposed = findPlaintextSignals(otlp);
  if (exposed.length > 0) {
    logger.warn(
      'a collector credential is configured against a plaintext endpoint on another host; it crosses the network in the clear on every export',
      { signals: exposed },
    );
  }
  logger.info('telemetry is exported', {
    signals: otlp.signals.map(({ signal }) => signal),
    protocols: otlp.signals.map(({ protocol }) => protocol),
    endpoints: otlp.signals.map(({ url }) => showEndpoint(url)),
    identity: mode,
  });
}

async function closeWithin(
  limitMs: number,
  providers: readonly ({ shutdown(): Promise<void> } | undefined)[],
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  // A collector that refuses was reported by the SDK already, and a process that stops has no use for the reason.
  const done = Promise.allSettled(providers.map(async (provider) => provider?.shutdown())).then(() => true as const);
  const finished = await Promise.race([done, late]);
  clearTimeout(timer);
  diag.disable();
  return finished;
}
