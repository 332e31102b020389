import { AppError, type AppErrorOptions } from '../errors/app-error.ts';
import type { StringField } from './field.ts';

/** A name in good form that GitLab knows nothing under: it must be searched for, and no schema has it. */
export class NameUnknown extends AppError {
  readonly param: string;
  readonly names: NonNullable<StringField['names']>;

  constructor(
    { param, names }: { readonly param: string; readonly names: NonNullable<StringField['names']> },
    message: string,
    options: AppErrorOptions = {},
  ) {
    super('input.invalid', message, options);
    this.param = param;
    this.names = names;
  }
}
