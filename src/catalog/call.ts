import type { GitLabClient, GitLabResponse, RestRequest } from '../gitlab/client.ts';
import type { Action } from './action.ts';

/** What the catalog needs of a GitLab client; a pooled credential's client fits. */
export type GitLabApi = Pick<GitLabClient, 'send' | 'graphql' | 'stream' | 'instance'>;

/** Reports how far a long action is; a no-op when nobody asked (spec of progress: values rise). */
export type ReportProgress = (progress: number, total?: number, message?: string) => void;

/** Access to local files, on stdio only; over HTTP there is none and content travels as base64. */
export interface LocalFiles {
  read(path: string, signal: AbortSignal): Promise<{ readonly name: string; readonly content: Uint8Array }>;
  write(
    path: string,
    content: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<{ readonly path: string; readonly bytes: number }>;
  /** The regular files of a directory, in order of their names; what a link leads to is left out. */
  list(directory: string, options: ListOptions): Promise<readonly LocalFile[]>;
}

interface ListOptions {
  /** Whether folders below it count too. */
  readonly recursive: boolean;
  /** More than this is refused. */
  readonly maxFiles: number;
  readonly signal: AbortSignal;
}

export interface LocalFile {
  /** To read it by. */
  readonly path: string;
  /** Path from the directory, with `/` between folders. */
  readonly name: string;
}

/** Everything one run of an action may use. There is no other way to GitLab. */
export interface ActionCall<Input = Readonly<Record<string, unknown>>> {
  readonly action: Action;
  readonly input: Input;
  readonly gitlab: GitLabApi;
  readonly signal: AbortSignal;
  readonly progress: ReportProgress;
  readonly files: LocalFiles | undefined;
  readonly now: () => number;
  /** Sends a request of the caller's; the answer is parsed and its page noted as the page of the result. */
  send(request: RestRequest): Promise<GitLabResponse>;
  /** Says something about the result that its reader must know: a limit lowered, a part left out. */
  note(text: string): void;
}
