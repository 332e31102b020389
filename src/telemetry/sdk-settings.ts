import { OtelReader, type OtelVariables, parsePairs } from './otlp-settings.ts';

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof samplers)[number];

export interface BatchSettings {
  readonly scheduledDelayMillis: number;
  readonly exportTimeoutMillis: number;
  readonly maxQueueSize: number;
  readonly maxExportBatchSize: number;
}

/** What the specification lets an operator decide beside where things are sent. */
export interface SdkSettings {
  /** `undefined`: everything, whatever a caller says of its own trace. */
  readonly sampler: { readonly name: SamplerName; readonly ratio: number } | undefined;
  readonly maxAttributeLength: number;
  readonly spanBatches: BatchSettings;
  readonly logBatches: BatchSettings;
  readonly metricIntervalMs: number;
  readonly metricTimeoutMs: number;
  /** Of the resource, `service.name` included where a variable names one. */
  readonly resource: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/** Reads them; a value that is not understood is reported, and its default stands in for it. */
export function readSdkSettings(variables: OtelVariables): SdkSettings {
  const reader = new OtelReader(variables);
  const interval = reader.count('OTEL_METRIC_EXPORT_INTERVAL') ?? 60_000;
  const serviceName = reader.text('OTEL_SERVICE_NAME');
  return {
    sampler: readSampler(reader),
    maxAttributeLength:
      reader.count('OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT') ??
      reader.count('OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT') ??
      4096,
    spanBatches: readBatches(reader, 'OTEL_BSP', 5000),
    logBatches: readBatches(reader, 'OTEL_BLRP', 1000),
    metricIntervalMs: interval,
    // A reader refuses a timeout that is longer than its interval.
    metricTimeoutMs: Math.min(interval, reader.count('OTEL_METRIC_EXPORT_TIMEOUT') ?? 30_000),
    resource: {
      ...parsePairs(reader.text('OTEL_RESOURCE_ATTRIBUTES')),
      ...(serviceName === undefined ? {} : { 'service.name': serviceName }),
    },
    problems: reader.problems,
  };
}

function readSampler(reader: OtelReader): SdkSettings['sampler'] {
  const text = reader.text('OTEL_TRACES_SAMPLER');
  if (text === undefined) return undefined;
  const name = samplers.find((known) => known === text);
  if (name === undefined) {
    reader.problems.push(`OTEL_TRACES_SAMPLER is none of ${samplers.join(', ')}`);
    return undefined;
  }
  const argument = reader.text('OTEL_TRACES_SAMPLER_ARG');
  const ratio = Number(argument ?? 1);
  if (ratio >= 0 && ratio <= 1) return { name, ratio };
  reader.problems.push('OTEL_TRACES_SAMPLER_ARG is not a number from 0 to 1');
  return { name, ratio: 1 };
}

function readBatches(reader: OtelReader, prefix: string, delayMs: number): BatchSettings {
  const maxQueueSize = reader.count(`${prefix}_MAX_QUEUE_SIZE`) ?? 2048;
  return {
    scheduledDelayMillis: reader.count(`${prefix}_SCHEDULE_DELAY`, { min: 0 }) ?? delayMs,
    exportTimeoutMillis: reader.count(`${prefix}_EXPORT_TIMEOUT`) ?? 30_000,
    maxQueueSize,
    maxExportBatchSize: Math.min(maxQueueSize, reader.count(`${prefix}_MAX_EXPORT_BATCH_SIZE`) ?? 512),
  };
}
