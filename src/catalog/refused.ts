/** Why a value is not accepted: the end of a sentence that starts with the field's name. */
export class Refused {
  readonly reason: string;
  /** Where inside the value, such as `[2]`; `''` for the value itself. */
  readonly at: string;

  constructor(reason: string, at = '') {
    this.reason = reason;
    this.at = at;
  }
}

/** A value in the form GitLab wants it. */
export interface Coerced {
  readonly value: unknown;
  readonly note?: string;
}

/** The value, and what to give instead. */
export function refuse(value: unknown, advice: string): Refused {
  return new Refused(`is ${show(value)}, ${advice}`);
}

/** The value as the caller wrote it, short enough for a sentence. */
function show(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? typeof value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
