import { Server as GrpcServer, ServerCredentials, type sendUnaryData, type ServerUnaryCall } from '@grpc/grpc-js';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { collector as definitions } from './otlp-definitions.ts';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly status: number;
  readonly attributes: Attributes;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly resource: Attributes;
}

export interface ReceivedPoint {
  readonly attributes: Attributes;
  /** Of a sum or a gauge. */
  readonly value: number | undefined;
  /** Of a histogram. */
  readonly count: number | undefined;
  readonly sum: number | undefined;
  readonly bounds: readonly number[];
}

export interface ReceivedMetric {
  readonly name: string;
  readonly unit: string;
  readonly kind: 'histogram' | 'sum' | 'gauge';
  readonly points: readonly ReceivedPoint[];
}

export interface ReceivedLog {
  readonly body: unknown;
  readonly severity: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly attributes: Attributes;
}

export type Attributes = Readonly<Record<string, unknown>>;

export type CollectorProtocol = 'http' | 'grpc';

/** A collector on 127.0.0.1 that decodes OTLP by the published protobuf definitions and keeps what it got. */
export class Collector implements AsyncDisposable {
  readonly spans: ReceivedSpan[] = [];
  /** As it was told last: sums are cumulative. */
  readonly metrics = new Map<string, ReceivedMetric>();
  readonly logs: ReceivedLog[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  /** Everything that arrived, as text, to search. */
  readonly everything: string[] = [];
  /** Answers that are given in place of "taken". */
  status = 200;
  /** Answers that never come. */
  hangs = false;
  readonly #watchers = new Set<() => void>();
  #port = 0;
  #protocol: CollectorProtocol = 'http';
  #stop: () => Promise<void> = async () => undefined;

  static async start(protocol: CollectorProtocol = 'http'): Promise<Collector> {
    const collector = new Collector();
    collector.#protocol = protocol;
    if (protocol === 'http') await collector.#listenHttp();
    else await collector.#listenGrpc();
    return collector;
  }

  /** What a server is started with to export here, soon and in full. */
  get variables(): Readonly<Record<string, string>> {
    return {
      GITLAB_MCP_TELEMETRY: 'true',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${this.#port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: this.#protocol === 'grpc' ? 'grpc' : 'http/protobuf',
      OTEL_BSP_SCHEDULE_DELAY: '20',
      OTEL_BLRP_SCHEDULE_DELAY: '20',
      OTEL_METRIC_EXPORT_INTERVAL: '50',
    };
  }

  /** Resolves with the first value `find` gives for what came so far. */
  async until<T>(find: (collector: this) => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = find(this);
        if (found === undefined) return;
        this.#watchers.delete(look);
        resolve(found);
      };
      this.#watchers.add(look);
      look();
    });
  }

  async span(fits: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
    return this.until(({ spans }) => spans.find(fits));
  }

  async log(body: string): Promise<ReceivedLog> {
    return this.until(({ logs }) => logs.find((record) => record.body === body));
  }

  /** The series of a metric whose attributes include these. */
  async point(metric: string, attributes: Attributes = {}): Promise<ReceivedPoint> {
    return this.until(({ metrics }) =>
      metrics
        .get(metric)
        ?.points.find((point) => Object.entries(attributes).every(([name, value]) => point.attributes[name] === value)),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop();
  }

  async #listenHttp(): Promise<void> {
    const server = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        this.headers.push(req.headers);
        if (this.hangs) return;
        const body = Buffer.concat(chunks);
        if (this.status === 200) {
          this.#take(req.url ?? '', req.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);
        }
        res.writeHead(this.status, { 'content-type': 'application/x-protobuf' }).end();
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    // A server on TCP has an address of this form.
    this.#port = (server.address() as AddressInfo).port;
    this.#stop = async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    };
  }

  async #listenGrpc(): Promise<void> {
    const server = new GrpcServer();
    for (const [service, path] of [
      ['trace.v1.TraceService', '/v1/traces'],
      ['metrics.v1.MetricsService', '/v1/metrics'],
      ['logs.v1.LogsService', '/v1/logs'],
    ] as const) {
      const asIs = (buffer: Buffer): Buffer => buffer;
      const definition = {
        export: {
          path: `/opentelemetry.proto.collector.${service}/Export`,
          requestStream: false,
          responseStream: false,
          requestSerialize: asIs,
          requestDeserialize: asIs,
          responseSerialize: asIs,
          responseDeserialize: asIs,
        },
      };
      server.addService(definition, {
        export: (call: ServerUnaryCall<Buffer, Buffer>, answer: sendUnaryData<Buffer>) => {
          this.headers.push(call.metadata.getMap() as IncomingHttpHeaders);
          this.#take(path, call.request);
          answer(null, Buffer.alloc(0));
        },
      });
    }
    this.#port = await new Promise<number>((resolve, reject) => {
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
        error === null ? resolve(port) : reject(error),
      );
    });
    this.#stop = async () => server.forceShutdown();
  }

  #take(path: string, body: Buffer): void {
    if (path.endsWith('/v1/traces')) this.#takeSpans(body);
    else if (path.endsWith('/v1/metrics')) this.#takeMetrics(body);
    else if (path.endsWith('/v1/logs')) this.#takeLogs(body);
    else throw new Error(`nothing is exported to ${path}`);
    for (const watcher of Array.from(this.#watchers)) watcher();
  }

  #takeSpans(body: Buffer): void {
    const { resourceSpans } = this.#decode(definitions.readTraces, body);
    for (const { resource, scopeSpans } of resourceSpans) {
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        this.spans.push({
          traceId: hex(span.traceId),
          spanId: hex(span.spanId),
          parentSpanId: hex(span.parentSpanId),
          name: span.name,
          kind: span.kind,
          status: span.status?.code ?? 0,
          attributes: readAttributes(span.attributes),
          links: span.links.map((link) => ({ traceId: hex(link.traceId), spanId: hex(link.spanId) })),
          resource: readAttributes(resource.attributes),
        });
      }
    }
  }

  #takeMetrics(body: Buffer): void {
    const { resourceMetrics } = this.#decode(definitions.readMetrics, body);
    for (const metric of resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((each) => each.metrics))) {
      const { histogram, sum, gauge } = metric;
      const points = (histogram ?? sum ?? gauge)?.dataPoints ?? [];
      this.metrics.set(metric.name, {
        name: metric.name,
        unit: metric.unit,
        kind: histogram ? 'histogram' : sum ? 'sum' : 'gauge',
        points: points.map((point) => ({
          attributes: readAttributes(point.attributes),
          value: point.asDouble ?? point.asInt,
          count: point.count,
          sum: point.sum,
          bounds: point.explicitBounds ?? [],
        })),
      });
    }
  }

  #takeLogs(body: Buffer): void {
    const { resourceLogs } = this.#decode(definitions.readLogs, body);
    for (const record of resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap((each) => each.logRecords))) {
      this.logs.push({
        body: readValue(record.body),
        severity: record.severityText,
        traceId: hex(record.traceId),
        spanId: hex(record.spanId),
        attributes: readAttributes(record.attributes),
      });
    }
  }

  #decode<Message>(read: (body: Buffer) => Message, body: Buffer): Message {
    const message = read(body);
    this.everything.push(JSON.stringify(message), body.toString('latin1'));
    return message;
  }
}

interface AnyValue {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly intValue?: number;
  readonly doubleValue?: number;
  readonly arrayValue?: { readonly values: readonly AnyValue[] };
  readonly kvlistValue?: { readonly values: readonly KeyValue[] };
}

interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}

function readAttributes(list: readonly KeyValue[]): Attributes {
  return Object.fromEntries(list.map(({ key, value }) => [key, readValue(value)]));
}

function readValue(value: AnyValue | undefined): unknown {
  if (value === undefined) return undefined;
  if (value.arrayValue) return value.arrayValue.values.map(readValue);
  if (value.kvlistValue) return readAttributes(value.kvlistValue.values);
  return value.stringValue ?? value.boolValue ?? value.intValue ?? value.doubleValue;
}

function hex(base64: string | undefined): string {
  return Buffer.from(base64 ?? '', 'base64').toString('hex');
}
