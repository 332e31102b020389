import type { LocalFiles, ReportProgress } from '../catalog/call.ts';
import type { Caller } from '../catalog/execute.ts';

/** JSON Schema as it goes on the wire. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool as `tools/list` shows it, in the shape of the newest revision. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

export interface TextContent {
  readonly type: 'text';
  readonly text: string;
  readonly annotations?: { readonly audience?: readonly ('assistant' | 'user')[]; readonly priority?: number };
}

/** The result of a tool call, in the shape of the newest revision. `structuredContent` is always an object (trap T-24). */
export interface ToolResult {
  readonly content: readonly TextContent[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: true;
}

/** What one tool call may use: who calls, and how to stop or report. */
export interface ToolContext {
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly progress: ReportProgress;
  readonly files: LocalFiles | undefined;
}

/** One way to show the actions of a view as tools. Immutable; shared by every credential of a shape. */
export interface Surface {
  readonly tools: readonly ToolDefinition[];
  /** `undefined` when there is no such tool. Everything that goes wrong inside a known tool is a result with `isError`. */
  call(name: string, args: unknown, context: ToolContext): Promise<ToolResult> | undefined;
}
