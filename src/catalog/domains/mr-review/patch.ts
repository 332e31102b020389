/** One line of a patch with the line numbers both sides have reached at it. */
export interface PatchLine {
  readonly kind: 'added' | 'removed' | 'context';
  /** Its number on the old side; for an added line the number the next old line has. */
  readonly old: number;
  /** Its number on the new side; for a removed line the number the next new line has. */
  readonly new: number;
}

const hunkHeader = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** The lines inside the hunks of a unified diff of one file, with or without its `---` and `+++` headers. */
export function parsePatch(patch: string): PatchLine[] {
  const lines: PatchLine[] = [];
  let old = 0;
  let fresh = 0;
  let oldLeft = 0;
  let newLeft = 0;
  for (const text of patch.split('\n')) {
    const header = hunkHeader.exec(text);
    if (header !== null) {
      old = Number(header[1]);
      fresh = Number(header[3]);
      oldLeft = Number(header[2] ?? 1);
      newLeft = Number(header[4] ?? 1);
      continue;
    }
    // Outside the counted lines of a hunk there are file headers and the empty end of the text.
    if (oldLeft <= 0 && newLeft <= 0) continue;
    const mark = text.charAt(0);
    if (mark === '\\') continue;
    const kind = mark === '+' ? 'added' : mark === '-' ? 'removed' : 'context';
    lines.push({ kind, old, new: fresh });
    if (kind !== 'added') {
      old += 1;
      oldLeft -= 1;
    }
    if (kind !== 'removed') {
      fresh += 1;
      newLeft -= 1;
    }
  }
  return lines;
}
