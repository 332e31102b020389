/** What one check came to. `warn` is for what works and may not be meant so. */
export type Status = 'pass' | 'warn' | 'fail';

export const subjects = {
  configuration: 'Configuration',
  gitlab: 'GitLab',
  token: 'Token',
  listener: 'Listeners',
  clients: 'Clients',
} as const;

export type Subject = keyof typeof subjects;

export interface Finding {
  readonly subject: Subject;
  readonly status: Status;
  /** Names the check for scripts. */
  readonly check: string;
  /** A sentence. Never holds a secret. */
  readonly says: string;
  /** What to do about it, naming the setting. */
  readonly fix?: string;
}

/** Makes the findings of one check. */
export function reporter(subject: Subject, check: string) {
  const finding = (status: Status, says: string, fix?: string): Finding => ({
    subject,
    status,
    check,
    says,
    ...(fix === undefined ? {} : { fix }),
  });
  return {
    pass: (says: string) => finding('pass', says),
    warn: (says: string, fix: string) => finding('warn', says, fix),
    fail: (says: string, fix: string) => finding('fail', says, fix),
  };
}

/** `1 tool`, `2 tools`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
