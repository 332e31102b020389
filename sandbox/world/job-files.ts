import { gzipSync } from 'node:zlib';
import { renderLog } from './job-log.ts';
import { type Job, type JobArtifacts, isComplete } from './pipelines.ts';
import { toJunit } from './test-reports.ts';
import type { World } from './world.ts';
import { zip } from './zip.ts';

/** The log so far; empty before the job starts and after it was erased. */
export function traceOf(world: World, job: Job): string {
  if (job.startedAt === null || job.erasedAt !== null || job.kind !== 'build') return '';
  const startedMs = Date.parse(job.startedAt);
  const untilMs = job.finishedAt === null ? world.clock.now() : Date.parse(job.finishedAt);
  const text = renderLog(job.plan.log(job), { startedMs, untilMs, timestamps: job.plan.timestamps });
  if (job.status !== 'canceled') return text;
  return `${text}\u001b[0;33mWARNING: Job canceled\u001b[0;m\n\u001b[31;1mERROR: Job failed: canceled\u001b[0;m\n`;
}

/** What a job left behind, unless it has expired. */
export function artifactsOf(world: World, job: Job): JobArtifacts | undefined {
  const { artifacts } = job;
  const isOver = artifacts?.expireAt !== null && (artifacts?.expireAt ?? '') <= world.clock.timestamp();
  return artifacts === undefined || isOver ? undefined : artifacts;
}

const archives = new WeakMap<JobArtifacts, Buffer>();

/** The archive of a job; undefined when it has none. */
export function archiveOf(world: World, job: Job): Buffer | undefined {
  const artifacts = artifactsOf(world, job);
  if (artifacts === undefined || artifacts.files.size === 0) return undefined;
  const known = archives.get(artifacts);
  if (known !== undefined) return known;
  const archive = zip(artifacts.files);
  archives.set(artifacts, archive);
  return archive;
}

export interface JobFile {
  readonly type: 'archive' | 'metadata' | 'junit' | 'trace';
  readonly filename: string;
  readonly size: number;
  readonly format: 'zip' | 'gzip' | null;
}

/** Every file GitLab keeps for a job, as its `artifacts` list them. */
export function filesOf(world: World, job: Job): JobFile[] {
  const archive = archiveOf(world, job);
  const suite = artifactsOf(world, job)?.suite;
  const files: JobFile[] = [];
  if (archive !== undefined) {
    const entries = [...(job.artifacts?.files.keys() ?? [])].join('\n');
    files.push({ type: 'archive', filename: 'artifacts.zip', size: archive.length, format: 'zip' });
    files.push({ type: 'metadata', filename: 'metadata.gz', size: 156 + entries.length, format: 'gzip' });
  }
  if (suite !== undefined) {
    files.push({ type: 'junit', filename: 'junit.xml.gz', size: gzipSync(toJunit(suite)).length, format: 'gzip' });
  }
  if (isComplete(job.status) && job.startedAt !== null && job.erasedAt === null && job.kind === 'build') {
    files.push({ type: 'trace', filename: 'job.log', size: Buffer.byteLength(traceOf(world, job)), format: null });
  }
  return files;
}
