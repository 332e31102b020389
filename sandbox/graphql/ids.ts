import { FieldError } from './errors.ts';

/** `gid://gitlab/Issue/1` */
export function toGlobalId(type: string, id: number | string): string {
  return `gid://gitlab/${type}/${id}`;
}

/** The number behind a global id of one of those classes; anything else is an error of the field. */
export function fromGlobalId(value: unknown, ...types: readonly string[]): number {
  const match = typeof value === 'string' ? /^gid:\/\/gitlab\/([\w:]+)\/(\d+)$/.exec(value) : null;
  if (match === null || (types.length > 0 && !types.includes(match[1] ?? ''))) {
    throw new FieldError(`${JSON.stringify(value)} is not a valid GitLab ID.`);
  }
  return Number(match[2]);
}
