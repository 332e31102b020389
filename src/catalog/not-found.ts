import { AppError } from '../errors/app-error.ts';

/** GraphQL's way to say 404: null in the place of the answer, and no word why. */
export class NotFound extends AppError {
  constructor(action: string) {
    super('gitlab.refused', `${action}: not found, or this token may not see it`);
  }
}
