import { flagNames } from '../config/option-index.ts';
import { AppError } from '../errors/app-error.ts';
import { wrap } from './wrap.ts';

export interface Failure {
  /** What the process ends with: 1 for a refusal or a failure, 2 for a command line that cannot be understood. */
  readonly exitCode: number;
  /** For standard error; ends in a line break. */
  readonly text: string;
}

/** Where an error becomes the end of the process. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof AppError) {
    const exitCode = error.detail?.['exitCode'] === 2 ? 2 : 1;
    return { exitCode, text: `gitlab-mcp-server: ${error.message}\n${exitCode === 2 ? listFlags() : ''}` };
  }
  // An error of the system (address in use, no such file) says what an operator needs; any other is a defect of ours.
  if (error instanceof Error) {
    const text = 'code' in error ? describeSystemError(error.message, error.code) : (error.stack ?? error.message);
    return { exitCode: 1, text: `gitlab-mcp-server: ${text}\n` };
  }
  return { exitCode: 1, text: 'gitlab-mcp-server: stopped by something that is not an error\n' };
}

function describeSystemError(message: string, code: unknown): string {
  if (code === 'EADDRINUSE') return `${message}: something else listens there, choose another address with --http-addr`;
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${message}: choose another address with --http-addr`;
  return message;
}

function listFlags(): string {
  return `\nFlags:\n${wrap(flagNames.join(' '), 2)}\n\nRun gitlab-mcp-server --help to read what they do.\n`;
}
