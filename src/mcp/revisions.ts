/** Protocol revisions this server speaks, newest first (REV-01). Compared as opaque text. */
export const revisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

export type Revision = (typeof revisions)[number];

const [newest, ...older] = revisions;

/** The revision without a handshake: every request stands alone and carries its envelope. */
export const modernRevision = newest;

/** What a request without any version is read as: the last revision whose clients sent none. */
export const headerlessRevision: Revision = '2025-03-26';

/** The newest revision that begins with a handshake. */
export const newestLegacyRevision = revisions[1];

/** Revisions with a handshake, newest first. */
export const legacyRevisions = older;

export function isRevision(text: string): text is Revision {
  return (revisions as readonly string[]).includes(text);
}

/** Whether `revision` has what `since` brought. */
export function isAtLeast(revision: Revision, since: Revision): boolean {
  return revisions.indexOf(revision) <= revisions.indexOf(since);
}
