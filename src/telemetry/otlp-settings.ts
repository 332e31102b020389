import { type Signal, signals } from './telemetry.ts';

/** The variables of the OpenTelemetry specification, by name. They may hold credentials. */
export type OtelVariables = Readonly<Record<string, string>>;

export type OtlpProtocol = 'http/protobuf' | 'grpc';

/** Where and how one signal is sent. */
export interface SignalSettings {
  readonly signal: Signal;
  readonly protocol: OtlpProtocol;
  /** Complete, with the path of the signal where HTTP has one. May hold a user name and password. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly compression: 'none' | 'gzip';
  readonly timeoutMs: number;
  readonly authoritiesFile: PemFile | undefined;
  readonly certificateFile: PemFile | undefined;
  readonly keyFile: PemFile | undefined;
}

/** A file with PEM, and the variable that names it. */
export interface PemFile {
  readonly name: string;
  readonly value: string;
}

export interface OtlpSettings {
  /** Signals that `OTEL_*_EXPORTER=none` leaves out are missing. */
  readonly signals: readonly SignalSettings[];
  /** Values in force that were not understood; the default stands in for each. */
  readonly problems: readonly string[];
}

/** Settings that cannot be honoured, so that nothing may be exported. Names the variable, never its value. */
export class UnusableTelemetry extends Error {
  override readonly name = 'UnusableTelemetry';
}

/**
 * Reads where each signal goes. A variable of the signal's own beats the common one.
 *
 * @throws UnusableTelemetry for a protocol or an endpoint that cannot be used.
 */
export function readOtlpSettings(variables: OtelVariables): OtlpSettings {
  const reader = new OtelReader(variables);
  const wanted = signals.filter((signal) => isExported(signal, reader));
  return { signals: wanted.map((signal) => readSignal(signal, reader)), problems: reader.problems };
}

/** Reads single variables and remembers what was wrong with them. */
export class OtelReader {
  readonly #variables: OtelVariables;
  readonly problems: string[] = [];

  constructor(variables: OtelVariables) {
    this.#variables = variables;
  }

  text(name: string): string | undefined {
    const value = this.#variables[name]?.trim();
    return value === undefined || value === '' ? undefined : value;
  }

  /** A whole number within bounds; anything else counts as unset and is reported. */
  count(name: string, { min = 1 }: { readonly min?: number } = {}): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    // Longer waits overflow the timers of Node.
    if (/^\d+$/.test(text) && value >= min && value <= 2_147_483_647) return value;
    this.problems.push(`${name} is not a whole number from ${min} on`);
    return undefined;
  }

  /** The variable of a signal, or else the common one, by the part behind `OTEL_EXPORTER_OTLP_`. */
  find(signal: Signal, part: string): { readonly name: string; readonly value: string } | undefined {
    for (const name of [`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_${part}`, `OTEL_EXPORTER_OTLP_${part}`]) {
      const value = this.text(name);
      if (value !== undefined) return { name, value };
    }
    return undefined;
  }
}

function isExported(signal: Signal, reader: OtelReader): boolean {
  const name = `OTEL_${signal.toUpperCase()}_EXPORTER`;
  const value = reader.text(name)?.toLowerCase();
  if (value === 'none') return false;
  // There is no other, and none that writes to standard output, which belongs to the protocol.
  if (value !== undefined && value !== 'otlp')
    reader.problems.push(`${name} names an exporter that is not here: otlp or none`);
  return true;
}

function readSignal(signal: Signal, reader: OtelReader): SignalSettings {
  const protocol = readProtocol(signal, reader);
  const timeout = reader.find(signal, 'TIMEOUT');
  return {
    signal,
    protocol,
    url: readUrl(signal, protocol, reader),
    headers: readHeaders(signal, reader),
    compression: readCompression(signal, reader),
    timeoutMs: (timeout === undefined ? undefined : reader.count(timeout.name)) ?? 10_000,
    authoritiesFile: reader.find(signal, 'CERTIFICATE'),
    certificateFile: reader.find(signal, 'CLIENT_CERTIFICATE'),
    keyFile: reader.find(signal, 'CLIENT_KEY'),
  };
}

function readProtocol(signal: Signal, reader: OtelReader): OtlpProtocol {
  const found = reader.find(signal, 'PROTOCOL');
  switch (found?.value) {
    case undefined:
    case 'http':
    case 'http/protobuf':
      return 'http/protobuf';
    case 'grpc':
      return 'grpc';
    case 'http/json':
      throw new UnusableTelemetry(`${found?.name} asks for http/json, which is not served: http/protobuf or grpc`);
    default:
      throw new UnusableTelemetry(`${found?.name} names no protocol that is served: http/protobuf or grpc`);
  }
}

/** HTTP appends the path of the signal to the common endpoint and takes one of the signal's own as it is. */
function readUrl(signal: Signal, protocol: OtlpProtocol, reader: OtelReader): string {
  const own = reader.text(`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_ENDPOINT`);
  const found = reader.find(signal, 'ENDPOINT');
  const base = protocol === 'grpc' ? 'https://localhost:4317' : 'https://localhost:4318';
  const text = found?.value ?? base;
  const absolute = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${bareScheme(signal, protocol, reader)}://${text}`;
  let url: URL;
  try {
    url = new URL(absolute);
  } catch {
    throw new UnusableTelemetry(`${found?.name} is not an address`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new UnusableTelemetry(`${found?.name} is neither http nor https`);
  }
  if (protocol === 'http/protobuf' && own === undefined) {
    url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/${signal}`;
  }
  return url.href;
}

/** Without a scheme an endpoint is https; over gRPC `…_INSECURE` may say otherwise. */
function bareScheme(signal: Signal, protocol: OtlpProtocol, reader: OtelReader): 'http' | 'https' {
  return protocol === 'grpc' && reader.find(signal, 'INSECURE')?.value.toLowerCase() === 'true' ? 'http' : 'https';
}

/** `name=value,name=value`, percent-encoded. The signal's own headers are added to the common ones. */
function readHeaders(signal: Signal, reader: OtelReader): Readonly<Record<string, string>> {
  return {
    ...parsePairs(reader.text('OTEL_EXPORTER_OTLP_HEADERS')),
    ...parsePairs(reader.text(`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_HEADERS`)),
  };
}

export function parsePairs(text: string | undefined): Readonly<Record<string, string>> {
  const pairs = (text ?? '').split(',').flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=');
    const name = at === -1 ? '' : decode(pair.slice(0, at).trim());
    return name === '' ? [] : [[name, decode(pair.slice(at + 1).trim())]];
  });
  return Object.fromEntries(pairs);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Written without encoding, as people do.
    return text;
  }
}

function readCompression(signal: Signal, reader: OtelReader): 'none' | 'gzip' {
  const found = reader.find(signal, 'COMPRESSION');
  if (found === undefined || found.value === 'none') return 'none';
  if (found.value === 'gzip') return 'gzip';
  reader.problems.push(`${found.name} is neither none nor gzip`);
  return 'none';
}

/** Every text that may authenticate this process to a collector, as written and decoded, for hiding it in diagnostics. */
export function findExporterSecrets(variables: OtelVariables): readonly string[] {
  const secrets = Object.entries(variables).flatMap(([name, value]) => {
    if (name.endsWith('_HEADERS')) {
      const raw = value.split(',').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
      return [...raw, ...raw.map(decode)].flatMap((text) => [text, ...text.split(/\s+/)]);
    }
    return name.endsWith('_ENDPOINT') ? userInfoOf(value) : [];
  });
  return [...new Set(secrets)].filter((secret) => secret !== '' && !/^(?:bearer|basic|token|api-?key)$/i.test(secret));
}

function userInfoOf(endpoint: string): readonly string[] {
  const info = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/@?#]+)@/i.exec(endpoint)?.[1];
  return info === undefined ? [] : info.split(':').flatMap((part) => [part, decode(part)]);
}

/** An address as it may be shown: without user name, password and query. */
export function showEndpoint(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

/** The signals whose credential for the collector crosses a network unencrypted. */
export function findPlaintextSignals({ signals: settings }: OtlpSettings): readonly Signal[] {
  return settings
    .filter(({ url, headers }) => {
      const { protocol, hostname, username, password } = new URL(url);
      const hasCredential = Object.keys(headers).length > 0 || username !== '' || password !== '';
      return hasCredential && protocol === 'http:' && !isLoopback(hostname);
    })
    .map(({ signal }) => signal);
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  );
}
