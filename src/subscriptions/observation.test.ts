import { describe, expect, test } from 'vitest';
import { observe } from './observation.ts';
import type { ResourceKind } from './resource-reader.ts';

describe('observe', () => {
  test('SUB-07: two reads with the same content have the same digest, and any other content has another', () => {
    const [first, same, other] = [body({ a: 1 }), body({ a: 1 }), body({ a: 2 })].map((read) => observe(read, plain));

    expect(first?.digest).toBe(same?.digest);
    expect(first?.digest).not.toBe(other?.digest);
  });

  test('SUB-07: the running clocks of a job do not count, and everything else does', () => {
    const job = { id: 7, status: 'running', duration: 1.5, queued_duration: 0.2 };

    const digests = [
      job,
      { ...job, duration: 6.5, queued_duration: 0.3 },
      { ...job, status: 'failed' },
      { ...job, failure_reason: 'script_failure' },
    ].map((read) => observe(body(read), jobs).digest);

    expect(digests[1]).toBe(digests[0]);
    expect(new Set(digests).size).toBe(3);
  });

  test('SUB-07: in a list of jobs the clocks of each are left out, and an added job counts', () => {
    const list = (duration: number) => [
      { id: 1, status: 'success', duration: 4 },
      { id: 2, status: 'running', duration },
    ];

    const digests = [list(1), list(6), [...list(1), { id: 3, status: 'created', duration: null }]].map(
      (read) => observe(body(read), jobs).digest,
    );

    expect(digests[1]).toBe(digests[0]);
    expect(digests[2]).not.toBe(digests[0]);
  });

  test('SUB-07: a field of that name counts where the kind does not leave it out', () => {
    expect(observe(body({ duration: 1 }), plain).digest).not.toBe(observe(body({ duration: 2 }), plain).digest);
  });

  test('text and bytes that are no JSON are compared as they are', () => {
    const digests = [{ text: 'one' }, { text: 'two' }, { blob: 'b25l' }].map((content) =>
      observe([{ uri: 'gitlab://x', ...content }], plain),
    );

    expect(new Set(digests.map(({ digest }) => digest)).size).toBe(3);
    expect(digests.map(({ activity }) => activity)).toEqual(['stateless', 'stateless', 'stateless']);
  });
});

const plain: ResourceKind = { kind: 'plain', subscribable: true, omit: [], activity: () => 'settled' };
const jobs: ResourceKind = { ...plain, omit: ['duration', 'queued_duration'] };

function body(value: unknown) {
  return [{ uri: 'gitlab://x', mimeType: 'application/json', text: JSON.stringify(value) }];
}
