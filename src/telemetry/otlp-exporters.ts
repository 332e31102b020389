import { readFileSync } from 'node:fs';
import type { LogRecordExporter } from '@opentelemetry/sdk-logs';
import type { PushMetricExporter } from '@opentelemetry/sdk-metrics';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { type PemFile, type SignalSettings, UnusableTelemetry } from './otlp-settings.ts';

/** The exporters of the signals that are sent. Only what a protocol needs is loaded. */
export interface Exporters {
  readonly traces: SpanExporter | undefined;
  readonly metrics: PushMetricExporter | undefined;
  readonly logs: LogRecordExporter | undefined;
}

/** @throws UnusableTelemetry for a certificate or key that cannot be read. */
export async function createExporters(settings: readonly SignalSettings[]): Promise<Exporters> {
  const [traces, metrics, logs] = await Promise.all([
    createOne<SpanExporter>(settings, 'traces', {
      http: async (options) =>
        new (await import('@opentelemetry/exporter-trace-otlp-proto')).OTLPTraceExporter(options),
      grpc: async (options) => new (await import('@opentelemetry/exporter-trace-otlp-grpc')).OTLPTraceExporter(options),
    }),
    createOne<PushMetricExporter>(settings, 'metrics', {
      http: async (options) =>
        new (await import('@opentelemetry/exporter-metrics-otlp-proto')).OTLPMetricExporter(options),
      grpc: async (options) =>
        new (await import('@opentelemetry/exporter-metrics-otlp-grpc')).OTLPMetricExporter(options),
    }),
    createOne<LogRecordExporter>(settings, 'logs', {
      http: async (options) => new (await import('@opentelemetry/exporter-logs-otlp-proto')).OTLPLogExporter(options),
      grpc: async (options) => new (await import('@opentelemetry/exporter-logs-otlp-grpc')).OTLPLogExporter(options),
    }),
  ]);
  return { traces, metrics, logs };
}

type HttpOptions = ReturnType<typeof httpOptions>;
type GrpcOptions = Awaited<ReturnType<typeof grpcOptions>>;

interface Makers<Exporter> {
  readonly http: (options: HttpOptions) => Promise<Exporter>;
  readonly grpc: (options: GrpcOptions) => Promise<Exporter>;
}

async function createOne<Exporter>(
  all: readonly SignalSettings[],
  signal: SignalSettings['signal'],
  makers: Makers<Exporter>,
): Promise<Exporter | undefined> {
  const settings = all.find((each) => each.signal === signal);
  if (settings === undefined) return undefined;
  return settings.protocol === 'grpc' ? makers.grpc(await grpcOptions(settings)) : makers.http(httpOptions(settings));
}

function httpOptions(settings: SignalSettings) {
  const { ca, cert, key } = readPems(settings);
  const url = new URL(settings.url);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const given = Object.keys(settings.headers).some((name) => name.toLowerCase() === 'authorization');
  const basic = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return {
    url: url.href,
    headers: {
      ...settings.headers,
      ...((username === '' && password === '') || given ? {} : { authorization: `Basic ${basic}` }),
    },
    timeoutMillis: settings.timeoutMs,
    // The enum of the package, which is not loaded here, has these values.
    compression: settings.compression as never,
    httpAgentOptions: {
      keepAlive: true,
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
    },
  };
}

async function grpcOptions(settings: SignalSettings) {
  const { createEmptyMetadata, createInsecureCredentials, createSslCredentials } = await import(
    '@opentelemetry/otlp-grpc-exporter-base'
  );
  const { ca, cert, key } = readPems(settings);
  const metadata = createEmptyMetadata();
  for (const [name, value] of Object.entries(settings.headers)) metadata.set(name, value);
  return {
    url: settings.url,
    metadata,
    credentials: settings.url.startsWith('http://') ? createInsecureCredentials() : createSslCredentials(ca, key, cert),
    timeoutMillis: settings.timeoutMs,
    // The enum of the package, which is not loaded here, has these values.
    compression: settings.compression as never,
  };
}

function readPems({ authoritiesFile, certificateFile, keyFile }: SignalSettings) {
  const [alone] = [certificateFile, keyFile].filter((file) => file !== undefined);
  if (alone !== undefined && (certificateFile === undefined || keyFile === undefined)) {
    throw new UnusableTelemetry(`${alone.name} is set without its counterpart: certificate and key come together`);
  }
  return { ca: readPem(authoritiesFile), cert: readPem(certificateFile), key: readPem(keyFile) };
}

function readPem(file: PemFile | undefined): Buffer | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file.value);
  } catch {
    throw new UnusableTelemetry(`the file that ${file.name} names cannot be read`);
  }
}
