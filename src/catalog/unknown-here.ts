import { AppError } from '../errors/app-error.ts';

/** This GitLab does not know what it was asked for: it is older or newer than the feature, or of another edition. */
export class UnknownHere extends AppError {
  constructor(message: string) {
    super('gitlab.refused', message);
  }
}
