import type { DrawIcons } from './tool-icons.ts';

/** What every surface is built with, beside the view. */
export interface SurfaceOptions {
  /** Append the object of some reads once more as a resource that clients can keep and watch. */
  readonly embeddedResources?: boolean;
  /** Drawings beside the tools; without it they have none. */
  readonly icons?: DrawIcons;
  /** Told of failures nobody foresaw, whose text no client sees. */
  readonly logger?: { error(message: string, fields?: Readonly<Record<string, unknown>>): void };
}
