/** Something to say once at start: a constant sentence and fields, as every log line. */
export interface StartLine {
  readonly level: 'error' | 'warn' | 'info';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export function warn(message: string, fields: Readonly<Record<string, unknown>> = {}): StartLine {
  return { level: 'warn', message, fields };
}

export function info(message: string, fields: Readonly<Record<string, unknown>> = {}): StartLine {
  return { level: 'info', message, fields };
}
