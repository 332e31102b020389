import { hash } from 'node:crypto';
import { contentDisposition } from '../http/content-disposition.ts';
import { badRequest, notFound } from '../http/refusal.ts';
import { Reply, accepted, redirect } from '../http/reply.ts';
import { archiveOf, artifactsOf } from '../world/job-files.ts';
import { presignedUrl, storeObject } from '../world/object-storage.ts';
import { type Job, jobsOf, latestJobsOf, pipelinesOf } from '../world/pipelines.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';
import type { Call } from './call.ts';
import { ciProject, ciProjectOfDevelopers, jobIn, requireRef } from './ci-access.ts';
import { presentJob } from './jobs-presenter.ts';
import { optional, requires } from './params.ts';
import { ranged } from './ranges.ts';
import { contentTypeOf } from './repository-files.ts';
import type { Resource, Routes } from './routes.ts';

/** What jobs leave behind: the archive, single files of it, keeping and deleting it. */
export const jobArtifacts: Resource = {
  routes(routes) {
    downloads(routes);
    changes(routes);
  },
};

const path = '/projects/:id/jobs/:job_id/artifacts';
const read = { permission: 'read_job_artifact', jobToken: true } as const;

function downloads(routes: Routes): void {
  routes.get(path, { ...read, params: { job_id: requires.integer() } }, (call) =>
    sendArchive(call, jobIn(call, ciProject(call))),
  );
  routes.get(`${path}/*artifact_path`, { ...read, params: { job_id: requires.integer() } }, (call) =>
    sendFile(call, jobIn(call, ciProject(call))),
  );
  // The name of the ref comes with its slashes.
  const byRef = '/projects/:id/jobs/artifacts/*ref_name';
  const params = { job: requires.string({ blank: false }), search_recent_successful_pipelines: optional.boolean() };
  routes.get(`${byRef}/download`, { ...read, params }, (call) => sendArchive(call, latest(call, ciProject(call))));
  routes.get(`${byRef}/raw/*artifact_path`, { ...read, params }, (call) =>
    sendFile(call, latest(call, ciProject(call))),
  );
}

/** The job of that name in the newest successful pipeline of a ref. */
function latest(call: Call<{ readonly job: string }>, project: Project): Job {
  const ref = call.path('ref_name');
  const pipeline = pipelinesOf(call.world, project).findLast(
    (candidate) => candidate.ref === ref && candidate.status === 'success',
  );
  const job =
    pipeline === undefined
      ? undefined
      : latestJobsOf(call.world, pipeline).find(({ name }) => name === call.params.job);
  if (job === undefined) throw notFound();
  return job;
}

/** The bytes, or where they are: an object storage of its own answers for archives only. */
function sendArchive(call: Call<unknown>, job: Job): Reply {
  const archive = archiveOf(call.world, job);
  if (archive === undefined) throw notFound();
  const { world } = call;
  if (world.settings.objectStorage) {
    const key = keyOf(world, job);
    storeObject(world, key, { bytes: archive, contentType: 'application/zip', filename: 'artifacts.zip' });
    const location = presignedUrl(world, key, call.request.method === 'HEAD' ? 'HEAD' : 'GET');
    return redirect(302, location, `This resource has been moved temporarily to ${location}.`);
  }
  const headers = {
    'Content-Disposition': contentDisposition('attachment', 'artifacts.zip'),
    'Content-Transfer-Encoding': 'binary',
  };
  return ranged(call, new Reply(200, archive, { contentType: 'application/octet-stream', headers }));
}

function keyOf(world: World, job: Job): string {
  const owner = hash('sha256', String(job.projectId));
  const day = (job.finishedAt ?? world.clock.timestamp()).slice(0, 10).replaceAll('-', '_');
  return `${owner.slice(0, 2)}/${owner.slice(2, 4)}/${owner}/${day}/${job.id}/artifacts.zip`;
}

function sendFile(call: Call<unknown>, job: Job): Reply {
  const asked = call.path('artifact_path');
  if (asked.split('/').includes('..') || asked.endsWith('/')) throw badRequest('Invalid path');
  const bytes = artifactsOf(call.world, job)?.files.get(asked);
  if (bytes === undefined) throw notFound();
  const name = asked.slice(asked.lastIndexOf('/') + 1);
  return new Reply(200, bytes, {
    contentType: contentTypeOf(name, bytes),
    headers: { 'Content-Disposition': contentDisposition('attachment', name) },
  });
}

function changes(routes: Routes): void {
  routes.post(`${path}/keep`, { permission: 'keep_job_artifact', status: 200 }, (call) => {
    const project = ciProjectOfDevelopers(call);
    const job = jobIn(call, project);
    requireRef(call, project, job.ref);
    const artifacts = artifactsOf(call.world, job);
    if (artifacts === undefined) throw notFound();
    artifacts.expireAt = null;
    return presentJob(call, job);
  });
  routes.delete(path, { permission: 'delete_job_artifact' }, (call) => {
    const project = call.project('maintainer');
    const job = jobIn(call, project);
    if (job.artifacts === undefined) throw notFound();
    job.artifacts = undefined;
  });
  routes.delete('/projects/:id/artifacts', { permission: 'delete_job_artifact' }, (call) => {
    for (const job of jobsOf(call.world, call.project('maintainer'))) job.artifacts = undefined;
    return accepted();
  });
}
