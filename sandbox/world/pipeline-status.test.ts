import { describe, expect, test } from 'vitest';
import { compositeStatus } from './pipeline-status.ts';
import type { CiStatus, Job } from './pipelines.ts';

/** Only status and whether it may fail matter. A `?` behind a status: it may. */
const jobs = (...statuses: string[]) =>
  statuses.map(
    (status) => ({ status: status.replace('?', '') as CiStatus, allowFailure: status.endsWith('?') }) as Job,
  );

describe('the status of a pipeline (§14.1)', () => {
  test.each([
    [['skipped', 'skipped'], 'skipped'],
    [['success', 'skipped'], 'success'],
    [['success', 'failed?'], 'success'],
    [['created', 'created'], 'created'],
    [['canceled', 'success'], 'canceled'],
    [['pending', 'created'], 'pending'],
    [['running', 'failed'], 'running'],
    [['success', 'waiting_for_resource'], 'waiting_for_resource'],
    [['success', 'manual'], 'manual'],
    [['success', 'manual?'], 'success'],
    [['success', 'scheduled'], 'scheduled'],
    [['success', 'created'], 'running'],
    [['success', 'failed', 'skipped'], 'failed'],
    [['failed', 'canceled'], 'failed'],
  ])('%j together are %s', (statuses, expected) => {
    expect(compositeStatus(jobs(...statuses))).toBe(expected);
  });
});
