import { defineAction } from '../../action.ts';
import { one } from '../../result.ts';

const queues = defineAction({
  id: 'admin.sidekiq_queue_metrics',
  tool: 'gitlab_get_sidekiq_queue_metrics',
  title: 'Get background queues',
  summary: 'Get how many background jobs wait in each Sidekiq queue and for how long, for administrators.',
  effect: 'read',
  route: 'GET /sidekiq/queue_metrics',
  params: {},
  result: one('sidekiq_metrics'),
  words: ['queue sizes', 'background jobs are slow', 'backlog of jobs'],
  related: ['admin.sidekiq_compound_metrics', 'admin.sidekiq_job_stats'],
});

const processes = defineAction({
  id: 'admin.sidekiq_process_metrics',
  tool: 'gitlab_get_sidekiq_process_metrics',
  title: 'Get background processes',
  summary: 'Get the Sidekiq processes with their queues, threads and how busy each is, for administrators.',
  effect: 'read',
  route: 'GET /sidekiq/process_metrics',
  params: {},
  result: one('sidekiq_metrics'),
  words: ['background workers', 'how busy are the workers', 'busy Sidekiq processes'],
  related: ['admin.sidekiq_queue_metrics', 'admin.sidekiq_compound_metrics'],
});

const jobs = defineAction({
  id: 'admin.sidekiq_job_stats',
  tool: 'gitlab_get_sidekiq_job_stats',
  title: 'Get background job counts',
  summary: 'Get how many background jobs Sidekiq has processed, failed and queued, for administrators.',
  effect: 'read',
  route: 'GET /sidekiq/job_stats',
  params: {},
  result: one('sidekiq_metrics'),
  words: ['failed background jobs', 'background job metrics', 'dead jobs', 'how many background jobs failed'],
  related: ['admin.sidekiq_queue_metrics', 'admin.sidekiq_compound_metrics'],
});

const compound = defineAction({
  id: 'admin.sidekiq_compound_metrics',
  tool: 'gitlab_get_sidekiq_compound_metrics',
  title: 'Get all background metrics',
  summary: 'Get queues, processes and job counts of Sidekiq together, for administrators.',
  effect: 'read',
  route: 'GET /sidekiq/compound_metrics',
  params: {},
  result: one('sidekiq_metrics'),
  words: ['state of background processing', 'background job metrics', 'Sidekiq overview', 'health of background jobs'],
  related: ['admin.sidekiq_queue_metrics', 'admin.sidekiq_process_metrics', 'admin.sidekiq_job_stats'],
});

export const sidekiq = [queues, processes, jobs, compound];
