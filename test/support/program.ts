import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { JsonRpcMessage } from './server.ts';

const entry = join(import.meta.dirname, '../../src/main.ts');

export interface ProgramOptions {
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Another way to start it: the command and its first arguments. */
  readonly command?: readonly string[];
}

/** The program as a process of its own, with what it wrote on each stream. */
export class Program implements AsyncDisposable {
  readonly child: ChildProcessWithoutNullStreams;
  readonly stdoutLines: string[] = [];
  readonly stderrLines: string[] = [];
  readonly #exit: Promise<number | null>;
  readonly #watchers = new Set<() => void>();

  constructor({ args = [], environment = {}, command = [process.execPath, entry] }: ProgramOptions) {
    const [executable = process.execPath, ...first] = command;
    // An environment of its own: nothing of the machine's decides what is tested. No home, so no settings from there.
    const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...environment };
    this.child = spawn(executable, [...first, ...args], { env, stdio: 'pipe' });
    createInterface({ input: this.child.stdout }).on('line', (line) => this.#add(this.stdoutLines, line));
    createInterface({ input: this.child.stderr }).on('line', (line) => this.#add(this.stderrLines, line));
    this.#exit = once(this.child, 'close').then(([code]) => {
      for (const watcher of this.#watchers) watcher();
      return code as number | null;
    });
  }

  /** Sends one message on standard input. */
  send(message: unknown): void {
    this.child.stdin.write(typeof message === 'string' ? `${message}\n` : `${JSON.stringify(message)}\n`);
  }

  /** Resolves with the first value `find` gives for what was written so far; rejects when the program ends before. */
  async until<T>(find: (program: this) => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const found = find(this);
        if (found !== undefined) {
          this.#watchers.delete(look);
          resolve(found);
        } else if (this.child.exitCode !== null) {
          this.#watchers.delete(look);
          reject(new Error(`the program ended with ${this.child.exitCode}: ${this.stderrLines.join('\n')}`));
        }
      };
      this.#watchers.add(look);
      look();
    });
  }

  /** The answer to a request on standard output. */
  async answer(id: string | number): Promise<JsonRpcMessage> {
    return this.until(({ stdoutLines }) =>
      stdoutLines.map((line) => JSON.parse(line) as JsonRpcMessage).find((message) => message.id === id),
    );
  }

  /** A log line by its message. */
  async log(msg: string): Promise<Readonly<Record<string, unknown>>> {
    return this.until(({ stderrLines }) => this.#logLines(stderrLines).find((line) => line['msg'] === msg));
  }

  /** The address an HTTP server says it listens on. */
  async address(): Promise<string> {
    return `http://${String((await this.log('starting MCP server in HTTP mode'))['addr'])}`;
  }

  /** Waits for the end. */
  async exitCode(): Promise<number | null> {
    return this.#exit;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode === null) this.child.kill('SIGKILL');
    await this.#exit;
  }

  #add(lines: string[], line: string): void {
    lines.push(line);
    for (const watcher of this.#watchers) watcher();
  }

  #logLines(lines: readonly string[]): Readonly<Record<string, unknown>>[] {
    return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Record<string, unknown>);
  }
}
