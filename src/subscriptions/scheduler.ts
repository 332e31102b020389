import type { Timers } from './timers.ts';

/** Something that will run at its time. */
export interface ScheduledTask {
  /** Forgets it. Has no effect once it ran. */
  cancel(): void;
}

interface HeapTask extends ScheduledTask {
  readonly at: number;
  readonly run: () => void;
  /** Where it is in the heap; -1 when it is not there any more. */
  index: number;
}

/** The longest wait that the timers of Node can express. */
const maxAlarmMs = 2_147_483_647;

/**
 * Everything that watchers and listens do at a later time, in one heap with one timer, instead of a timer each.
 * Cancelled tasks leave the heap at once, so it holds what will happen and nothing else.
 */
export class Scheduler {
  readonly timers: Timers;
  readonly #heap: HeapTask[] = [];
  #alarm: { readonly at: number; readonly forget: () => void } | undefined;

  constructor(timers: Timers) {
    this.timers = timers;
  }

  /** Milliseconds of the clock that `at` uses. */
  now(): number {
    return this.timers.now();
  }

  /** Tasks that wait for their time. */
  get size(): number {
    return this.#heap.length;
  }

  /** Runs something at a time, or as soon as possible when that has passed; never before this returns. */
  at(time: number, run: () => void): ScheduledTask {
    const task: HeapTask = { at: time, run, index: this.#heap.length, cancel: () => this.#remove(task) };
    this.#heap.push(task);
    this.#rise(task);
    this.#setAlarm();
    return task;
  }

  /** Forgets everything. */
  close(): void {
    for (const task of this.#heap) task.index = -1;
    this.#heap.length = 0;
    this.#setAlarm();
  }

  #runDue(): void {
    this.#alarm = undefined;
    try {
      for (let next = this.#heap[0]; next !== undefined && next.at <= this.now(); next = this.#heap[0]) {
        this.#remove(next);
        next.run();
      }
    } finally {
      this.#setAlarm();
    }
  }

  /** Keeps the one timer at the first task's time. */
  #setAlarm(): void {
    const first = this.#heap[0];
    if (this.#alarm?.at === first?.at) return;
    this.#alarm?.forget();
    if (first === undefined) {
      this.#alarm = undefined;
      return;
    }
    // Rounded up: a timer that fires a fraction early would find nothing due.
    const ms = Math.min(maxAlarmMs, Math.max(0, Math.ceil(first.at - this.now())));
    this.#alarm = { at: first.at, forget: this.timers.alarm(() => this.#runDue(), ms) };
  }

  #remove(task: HeapTask): void {
    const { index } = task;
    if (index < 0) return;
    task.index = -1;
    const last = this.#heap.pop();
    if (last !== undefined && last !== task) {
      this.#place(last, index);
      this.#rise(last);
      this.#sink(last);
    }
    this.#setAlarm();
  }

  #rise(task: HeapTask): void {
    while (task.index > 0) {
      const parent = this.#heap[(task.index - 1) >> 1];
      if (parent === undefined || parent.at <= task.at) return;
      this.#swap(parent, task);
    }
  }

  #sink(task: HeapTask): void {
    for (;;) {
      const left = this.#heap[2 * task.index + 1];
      const right = this.#heap[2 * task.index + 2];
      const child = left !== undefined && right !== undefined && right.at < left.at ? right : left;
      if (child === undefined || child.at >= task.at) return;
      this.#swap(task, child);
    }
  }

  #swap(upper: HeapTask, lower: HeapTask): void {
    const { index } = upper;
    this.#place(upper, lower.index);
    this.#place(lower, index);
  }

  #place(task: HeapTask, index: number): void {
    this.#heap[index] = task;
    task.index = index;
  }
}
