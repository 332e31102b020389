/** What is exported, when anything is. */
export interface TelemetryFacts {
  readonly signals: readonly ('traces' | 'metrics' | 'logs')[];
  /** The protocol of the exporter, such as `http/protobuf`. */
  readonly protocol: string;
}

/** What callers should know of what is recorded about their calls. Where it is sent is the operator's own business. */
export function buildTelemetryBlock({ signals, protocol }: TelemetryFacts): object {
  return {
    enabled: true,
    signals,
    protocol,
    conventions: 'OpenTelemetry, with its semantic conventions for MCP',
    recorded: 'the method, the tool and the action that were called, how the call ended and how long it took',
    not_recorded: 'arguments and results of tools, contents of resources, queries, tokens, and what GitLab answers',
  };
}
