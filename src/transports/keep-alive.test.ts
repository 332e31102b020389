import { describe, expect, test } from 'vitest';
import { KeepAlive, type KeptStream } from './keep-alive.ts';

describe('KeepAlive', () => {
  test('SSE-02: a stream that stayed silent for 25 seconds gets a comment, one that wrote recently is skipped', () => {
    const { keepAlive, clock } = setup();
    const silent = stream(0);
    const busy = stream(10_000);
    keepAlive.add(silent);
    keepAlive.add(busy);

    clock.now = 24_999;
    keepAlive.tick();
    expect([silent.comments, busy.comments]).toEqual([0, 0]);
    clock.now = 25_000;
    keepAlive.tick();
    expect([silent.comments, busy.comments]).toEqual([1, 0]);
    keepAlive.close();
  });

  test('a stream that was removed gets nothing', () => {
    const { keepAlive, clock } = setup();
    const gone = stream(0);
    keepAlive.add(gone);
    keepAlive.remove(gone);

    clock.now = 60_000;
    keepAlive.tick();

    expect(gone.comments).toBe(0);
  });
});

function setup() {
  const clock = { now: 0 };
  return { keepAlive: new KeepAlive(() => clock.now), clock };
}

function stream(lastWriteAt: number): KeptStream & { comments: number } {
  return {
    comments: 0,
    lastWriteAt,
    writeComment() {
      this.comments += 1;
    },
  };
}
