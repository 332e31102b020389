/** What the surfaces that list actions are built with, beside the view. */
export interface SurfaceOptions {
  /** Append the object of some reads once more as a resource that clients can keep and watch. */
  readonly embeddedResources?: boolean;
  /** Told of failures nobody foresaw, whose text no client sees. */
  readonly logger?: { error(message: string, fields?: Readonly<Record<string, unknown>>): void };
}
