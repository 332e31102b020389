import { describe, expect, test } from 'vitest';
import { findExporterSecrets, findPlaintextSignals, readOtlpSettings, showEndpoint } from './otlp-settings.ts';
import { readSdkSettings } from './sdk-settings.ts';

const endpoint = 'OTEL_EXPORTER_OTLP_ENDPOINT';

describe('where a signal goes', () => {
  test.each([
    [{}, 'https://localhost:4318/v1/traces'],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'https://localhost:4317/'],
    [{ [endpoint]: 'collector.example' }, 'https://collector.example/v1/traces'],
    [{ [endpoint]: 'collector.example:4318' }, 'https://collector.example:4318/v1/traces'],
    [{ [endpoint]: 'http://collector.example/base/' }, 'http://collector.example/base/v1/traces'],
    [
      { [endpoint]: 'http://a.example', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://b.example/in' },
      'http://b.example/in',
    ],
    [
      { [endpoint]: 'c.example:4317', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_INSECURE: 'true' },
      'http://c.example:4317/',
    ],
  ])('%j', (variables, url) => {
    expect(readOtlpSettings(variables).signals.find(({ signal }) => signal === 'traces')?.url).toBe(url);
  });

  test('headers of the signal are added to the common ones, decoded', () => {
    const { signals } = readOtlpSettings({
      OTEL_EXPORTER_OTLP_HEADERS: 'a=1%202,b=2',
      OTEL_EXPORTER_OTLP_LOGS_HEADERS: 'b=3',
    });

    expect(signals.map(({ headers }) => headers)).toEqual([
      { a: '1 2', b: '2' },
      { a: '1 2', b: '2' },
      { a: '1 2', b: '3' },
    ]);
  });

  test('what is not understood is named, without its value, and has its default', () => {
    const { signals, problems } = readOtlpSettings({
      OTEL_EXPORTER_OTLP_TIMEOUT: 'soon',
      OTEL_EXPORTER_OTLP_LOGS_COMPRESSION: 'brotli',
      OTEL_METRICS_EXPORTER: 'console',
      OTEL_TRACES_EXPORTER: 'none',
    });
    const sdk = readSdkSettings({ OTEL_TRACES_SAMPLER: 'odd', OTEL_BSP_SCHEDULE_DELAY: '1.5' });

    expect(signals.map(({ signal, timeoutMs, compression }) => [signal, timeoutMs, compression])).toEqual([
      ['metrics', 10_000, 'none'],
      ['logs', 10_000, 'none'],
    ]);
    expect([...new Set(problems)].map((text) => text.split(' ')[0])).toEqual([
      'OTEL_METRICS_EXPORTER',
      'OTEL_EXPORTER_OTLP_TIMEOUT',
      'OTEL_EXPORTER_OTLP_LOGS_COMPRESSION',
    ]);
    expect(problems.join()).not.toMatch(/soon|brotli|console/);
    expect(sdk).toMatchObject({ sampler: undefined, spanBatches: { scheduledDelayMillis: 5000 } });
    expect(sdk.problems).toHaveLength(2);
  });
});

describe('a credential for the collector', () => {
  test.each([
    ['http://collector.example', ['traces', 'metrics', 'logs']],
    ['http://127.evil.example', ['traces', 'metrics', 'logs']],
    ['https://collector.example', []],
    ['http://localhost:4318', []],
    ['http://127.0.0.9', []],
    ['http://[::1]:4318', []],
  ])('is warned about where others can read it: %s', (url, exposed) => {
    const settings = readOtlpSettings({ [endpoint]: url, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=k' });

    expect(findPlaintextSignals(settings)).toEqual(exposed);
  });

  test('none is none', () => {
    expect(findPlaintextSignals(readOtlpSettings({ [endpoint]: 'http://collector.example' }))).toEqual([]);
  });

  test('is known as it was written and decoded, in headers and addresses', () => {
    const secrets = findExporterSecrets({
      [endpoint]: 'http://ada:pa%2Fss@collector.example',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc%2Bdef',
    });

    expect(secrets).toEqual(expect.arrayContaining(['pa%2Fss', 'pa/ss', 'Bearer%20abc%2Bdef', 'abc+def', 'ada']));
    expect(secrets).not.toContain('Bearer');
    expect(showEndpoint('http://ada:pass@collector.example/v1/traces?key=1')).toBe(
      'http://collector.example/v1/traces',
    );
  });
});
