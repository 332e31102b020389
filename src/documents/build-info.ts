/** What this program is, as stamped by the build. */
export interface BuildInfo {
  readonly version: string;
  readonly commit: string;
  /** Release and short commit, with `.dirty` when the tree was modified. */
  readonly build: string;
}
