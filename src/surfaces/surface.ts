import type { Action } from '../catalog/action.ts';
import type { LocalFiles, ReportProgress } from '../catalog/call.ts';
import type { Caller } from '../catalog/execute.ts';
import type { JsonSchema } from '../catalog/json-schema.ts';
import type { SurfaceManifest } from './manifest.ts';
import type { Asker } from './question.ts';

export type { JsonSchema };

export interface Icon {
  readonly src: string;
  readonly mimeType?: string;
  readonly sizes?: readonly string[];
  readonly theme?: 'light' | 'dark';
}

/** A tool as `tools/list` shows it, in the shape of the newest revision. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly icons?: readonly Icon[];
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

interface ContentAnnotations {
  readonly audience?: readonly ('assistant' | 'user')[];
  readonly priority?: number;
}

export interface TextContent {
  readonly type: 'text';
  readonly text: string;
  readonly annotations?: ContentAnnotations;
}

/** The object of a result once more, under the URI a client can read or watch it by. */
export interface ResourceContent {
  readonly type: 'resource';
  readonly resource: { readonly uri: string; readonly mimeType: string; readonly text: string };
  readonly annotations?: ContentAnnotations;
}

/** The result of a tool call, in the shape of the newest revision. `structuredContent` is always an object (trap T-24). */
export interface ToolResult {
  /** The text that stands alone comes first. */
  readonly content: readonly [TextContent, ...ResourceContent[]];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: true;
}

/** What a fine-grained token reaches of a view; other credentials have none. Never part of a shape. */
export interface Grant {
  /** Whether lists and search results show the action. */
  lists(action: Action): boolean;
  /** The sentence that refuses a call, or `undefined` when GitLab may judge it. */
  refusal(action: Action): string | undefined;
}

/** Told what a call turned out to be; for logs and metrics. Must not throw. */
export interface CallObserver {
  /** The name the caller used stands for this action. */
  resolved(action: Action): void;
  /** Safe mode answered with a preview; nothing was sent. */
  previewed(): void;
  /** The call ended with this error. The client was told no more than its text and code allow. */
  failed(error: unknown): void;
}

/** What one tool call may use: who calls, and how to stop or report. */
export interface ToolContext {
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** Only where the client wants to hear of it. */
  readonly progress: ReportProgress | undefined;
  readonly files: LocalFiles | undefined;
  /** The user, where the client can ask them. */
  readonly asker?: Asker | undefined;
  readonly grant?: Grant | undefined;
  readonly observer?: CallObserver | undefined;
}

/** One way to show the actions of a view as tools. Immutable; shared by every credential of a shape. */
export interface Surface {
  readonly tools: readonly ToolDefinition[];
  /** What the manifest resources show. */
  readonly manifest: SurfaceManifest;
  /** Puts the names that clients of this surface call actions by into a text that was written with canonical IDs. */
  readonly rename: (text: string) => string;
  /** The tools a fine-grained token sees. The definitions are those of `tools` wherever the grant does not change them. */
  toolsFor(grant: Grant): readonly ToolDefinition[];
  /**
   * `undefined` when there is no such tool. Everything that goes wrong inside a known tool is a result with `isError`; what
   * the asker of the context throws to end a round passes.
   */
  call(name: string, args: unknown, context: ToolContext): Promise<ToolResult> | undefined;
}
