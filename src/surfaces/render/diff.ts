import { fence } from './markdown.ts';
import { elements, isThing, read, scalar, type Thing } from './thing.ts';

/** Characters of patches in one text; the rest is counted and named, never dropped in silence (trap T-31). */
const patchBudget = 60_000;

/** One file of a diff: its path, what happened to it, and the patch in a fence. */
export function patchBlock(diff: Thing): string {
  const oldPath = scalar(read(diff, 'old_path'), 300);
  const newPath = scalar(read(diff, 'new_path'), 300);
  const flags = [
    read(diff, 'new_file') === true ? 'new' : '',
    read(diff, 'deleted_file') === true ? 'deleted' : '',
    read(diff, 'renamed_file') === true ? `renamed from ${oldPath}` : '',
    read(diff, 'generated_file') === true ? 'generated' : '',
    read(diff, 'too_large') === true ? '⚠️ too large, no patch' : '',
    read(diff, 'collapsed') === true ? '⚠️ collapsed, no patch' : '',
  ].filter((flag) => flag !== '');
  const patch = read(diff, 'diff');
  const head = `### ${newPath === '' ? oldPath : newPath}${flags.length === 0 ? '' : ` (${flags.join(', ')})`}`;
  return typeof patch === 'string' && patch !== '' ? `${head}\n\n${fence(patch, 'diff')}` : head;
}

/** Several files. Patches beyond the budget are left out, and the files they belong to are listed. */
export function patchBlocks(value: unknown): string {
  const blocks: string[] = [];
  const leftOut: string[] = [];
  let used = 0;
  for (const diff of elements(value)) {
    if (!isThing(diff)) continue;
    const patch = read(diff, 'diff');
    const size = typeof patch === 'string' ? patch.length : 0;
    if (used + size > patchBudget) {
      leftOut.push(`- ${scalar(read(diff, 'new_path') ?? read(diff, 'old_path'), 300)} (${size} characters)`);
      continue;
    }
    used += size;
    blocks.push(patchBlock(diff));
  }
  if (leftOut.length > 0) blocks.push(`⚠️ ${leftOut.length} patches are left out of this text:\n${leftOut.join('\n')}`);
  return blocks.join('\n\n');
}
