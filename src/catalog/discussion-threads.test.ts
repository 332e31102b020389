import { describe, expect, test } from 'vitest';
import { describeHidden, selectThreads } from './discussion-threads.ts';

const open = { id: 'open', notes: [{ id: 1, resolvable: true, resolved: false, updated_at: '2026-01-02T00:00:00Z' }] };
const resolved = {
  id: 'resolved',
  notes: [{ id: 2, resolvable: true, resolved: true, updated_at: '2026-01-03T00:00:00Z' }],
};
const plain = { id: 'plain', notes: [{ id: 3, resolvable: false, created_at: '2026-01-01T00:00:00Z' }] };
const system = { id: 'system', notes: [{ id: 4, system: true, created_at: '2026-01-05T00:00:00Z' }] };
const onFile = {
  id: 'file',
  notes: [
    {
      id: 5,
      resolvable: true,
      resolved: false,
      created_at: '2026-01-01T00:00:00Z',
      position: { old_path: 'a.ts', new_path: 'b.ts', old_line: null, new_line: 12 },
    },
  ],
};

function ids(threads: readonly Readonly<Record<string, unknown>>[]) {
  return threads.map((thread) => thread['id']);
}

describe('selectThreads', () => {
  test('T-36: by default everything passes but system notes', () => {
    const { threads, hidden } = selectThreads([open, resolved, plain, system], {});

    expect(ids(threads)).toEqual(['open', 'resolved', 'plain']);
    expect(hidden).toEqual({ systemNotes: 1, resolvedThreads: 0, olderThreads: 0, otherFiles: 0 });
  });

  test('T-36: system notes stay when asked for', () => {
    const { threads } = selectThreads([system], { exclude_system: false });

    expect(ids(threads)).toEqual(['system']);
  });

  test('T-36: a system note inside a thread goes, the thread stays', () => {
    const mixed = {
      id: 'mixed',
      notes: [
        { id: 1, system: true },
        { id: 2, system: false },
      ],
    };

    const { threads, hidden } = selectThreads([mixed], {});

    expect(threads[0]?.['notes']).toEqual([{ id: 2, system: false }]);
    expect(hidden.systemNotes).toBe(1);
  });

  test('T-36: only unresolved threads leaves neither resolved nor unresolvable ones', () => {
    const { threads, hidden } = selectThreads([open, resolved, plain], { unresolved_only: true });

    expect(ids(threads)).toEqual(['open']);
    expect(hidden.resolvedThreads).toBe(2);
  });

  test('T-36: a thread is resolved when all its resolvable notes are', () => {
    const half = { id: 'half', notes: [...resolved.notes, ...open.notes] };

    const { threads } = selectThreads([half, resolved], {});

    expect(threads.map((thread) => thread['resolved'])).toEqual([false, true]);
  });

  test('T-36: since compares with the latest change of any note', () => {
    const { threads, hidden } = selectThreads([open, resolved, plain], { since: '2026-01-02' });

    expect(ids(threads)).toEqual(['open', 'resolved']);
    expect(hidden.olderThreads).toBe(1);
  });

  test('T-36: a thread on a diff says file and line, and is found by both its names', () => {
    const byNew = selectThreads([open, onFile], { file: 'b.ts' });
    const byOld = selectThreads([open, onFile], { file: 'a.ts' });

    expect(byNew.threads).toMatchObject([{ id: 'file', file: 'b.ts', old_file: 'a.ts', line: 12 }]);
    expect(ids(byOld.threads)).toEqual(['file']);
    expect(byNew.hidden.otherFiles).toBe(1);
  });

  test('T-21: a thread with a shape nobody knows does not fail the list', () => {
    const { threads } = selectThreads([null, 7, { id: 'x', notes: null }, { id: 'y' }], {});

    expect(ids(threads)).toEqual(['x', 'y']);
  });
});

describe('describeHidden', () => {
  test('nothing hidden needs no sentence', () => {
    expect(describeHidden({ systemNotes: 0, resolvedThreads: 0, olderThreads: 0, otherFiles: 0 })).toBeUndefined();
  });

  test('every reason is counted', () => {
    expect(describeHidden({ systemNotes: 2, resolvedThreads: 1, olderThreads: 3, otherFiles: 2 })).toBe(
      'Hidden on this page: 2 system notes, 1 thread that is resolved or cannot be, 3 older threads, 2 threads on other files.',
    );
  });
});
