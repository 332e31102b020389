import { AppError } from '../errors/app-error.ts';

/** The params are not what the schema asks for, so that reading it helps. What GitLab does not know has another cause. */
export class UnfitParams extends AppError {
  constructor(action: string, problems: string) {
    super('input.invalid', `${action}: ${problems}.`);
  }
}
