import { type Instrument, instruments } from '../../src/telemetry/metrics.ts';
import { spanAttributes } from '../../src/telemetry/span-attributes.ts';
import { evictionReasons, refusalReasons } from '../../src/telemetry/telemetry.ts';

/** What telemetry exports: instruments and span attributes, from the tables they are made by. */
export function renderTelemetryPage(): string {
  return `${[
    '# Metrics and spans',
    'Generated from `src/telemetry`; do not edit. How to switch it on: [the guide](../guides/telemetry.md).',
    '## Metrics',
    table(
      ['Instrument', 'Kind', 'Unit', 'What it counts', 'Attributes'],
      Object.entries(instruments).map(([name, instrument]: [string, Instrument]) => [
        code(name),
        instrument.kind,
        code(instrument.unit),
        instrument.help,
        instrument.attributes.map(code).join(', '),
      ]),
    ),
    'Bounds of the buckets, in seconds:',
    Object.entries(instruments)
      .flatMap(([name, { buckets }]: [string, Instrument]) =>
        buckets === undefined ? [] : [`- ${code(name)}: ${buckets.join(', ')}`],
      )
      .join('\n'),
    [
      'A tool, a prompt, a method or a GitLab host that a caller made up is `_OTHER` on a metric. `gen_ai.tool.name` is there on the',
      'dynamic and the meta surface, on the individual one with `--telemetry-tool-name=on` only. Who called is on no metric.',
    ].join('\n'),
    `\`gitlab_mcp.credential_pool.eviction.reason\` is one of ${list(evictionReasons)}.`,
    `\`gitlab_mcp.refusal_reason\` is one of ${list(refusalReasons)}.`,
    '`gitlab_mcp.auth.budget` is `failures` or `distinct_credentials`.',
    '## Spans',
    [
      '- HTTP: one per request to the MCP endpoint, named `POST /mcp`.',
      '- MCP: one per request, named after its method and, for a tool or prompt of this server, after that: `tools/call gitlab_find_action`. Inside the HTTP span, or in the trace that `_meta` names, with a link to the HTTP span.',
      '- GitLab calls: one per attempt, named `GET /api/v4/projects/:id/issues`, or by the method alone where the route is not known.',
    ].join('\n'),
    table(
      ['Attribute', 'On', 'Meaning'],
      Object.entries(spanAttributes).map(([name, { on, meaning }]) => [code(name), on, meaning]),
    ),
    [
      'Never recorded: arguments and results of tools, contents of resources, tokens and headers of clients, what GitLab answered,',
      'addresses of GitLab calls in full, addresses of clients.',
    ].join('\n'),
  ].join('\n\n')}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}

function list(values: readonly string[]): string {
  return values.map(code).join(', ');
}
