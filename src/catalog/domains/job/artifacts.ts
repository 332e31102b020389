import { defineAction } from '../../action.ts';
import { filePath, line, required } from '../../field.ts';
import { jobId, projectId } from '../../fields.ts';
import { download, outputPath } from '../../download.ts';
import { pathOf, queryOf } from '../../request.ts';
import { fileOf, nothing, one } from '../../result.ts';

const artifactPath = required(
  filePath('Path of the file inside the archive.', { aliases: ['path', 'file_path', 'file', 'filename'] }),
);
const jobName = required(line('Name of the job, as in the configuration.', { aliases: ['job_name', 'name'] }));
const artifactRef = required(
  line('Branch or tag. Its latest successful pipeline is used.', { aliases: ['ref', 'branch', 'tag'] }),
);

const aboutArchives =
  'Give output_path where the server runs on your machine, or read one file with job.download_single_artifact.';
const aboutFiles = 'Give output_path where the server runs on your machine.';

const archive = defineAction({
  id: 'job.artifacts',
  tool: 'gitlab_job_artifacts',
  title: 'Download artifacts of a job',
  summary: 'Download the artifact archive of a job with type, size and checksum, as base64 when it is small.',
  effect: 'read',
  route: 'GET /projects/:project_id/jobs/:job_id/artifacts',
  params: { project_id: projectId, job_id: jobId, output_path: outputPath },
  result: fileOf('artifact'),
  usage: 'One file of the archive is read with job.download_single_artifact.',
  words: [
    'build results',
    'job output files',
    'artifacts zip',
    'what did the job produce',
    'get artifacts',
    'download build artifacts',
    'get the files a job produced',
    'zip of the artifacts',
  ],
  related: ['job.download_single_artifact', 'job.get', 'job.keep_artifacts'],
  run(call) {
    const { project_id, job_id, output_path } = call.input;
    return download(call, {
      path: pathOf`/projects/${project_id}/jobs/${job_id}/artifacts`,
      fallbackName: 'artifacts.zip',
      outputPath: output_path,
      whenTooLarge: aboutArchives,
    });
  },
});

const archiveByRef = defineAction({
  id: 'job.download_artifacts',
  tool: 'gitlab_job_download_artifacts',
  title: 'Download artifacts by branch',
  summary: 'Download the artifact archive of a named job from the latest successful pipeline of a branch or tag.',
  effect: 'read',
  route: 'GET /projects/:project_id/jobs/artifacts/:ref_name/download',
  params: { project_id: projectId, ref_name: artifactRef, job: jobName, output_path: outputPath },
  result: fileOf('artifact'),
  words: [
    'latest build results',
    'artifacts of main',
    'artifacts of the last successful job on a branch',
    'download the artifacts of the latest build',
    'artifacts from the latest master build',
    'artifacts of the last green pipeline on main',
    'get artifacts by branch',
  ],
  related: ['job.download_single_artifact_by_ref', 'job.artifacts'],
  run(call) {
    const { project_id, ref_name, job, output_path } = call.input;
    return download(call, {
      path: pathOf`/projects/${project_id}/jobs/artifacts/${ref_name}/download`,
      query: queryOf({ job }),
      fallbackName: 'artifacts.zip',
      outputPath: output_path,
      whenTooLarge: aboutArchives,
    });
  },
});

const file = defineAction({
  id: 'job.download_single_artifact',
  tool: 'gitlab_job_download_single_artifact',
  title: 'Download one artifact file',
  summary: 'Download one file out of the artifacts of a job, as text when it is text.',
  effect: 'read',
  route: 'GET /projects/:project_id/jobs/:job_id/artifacts/:artifact_path',
  params: { project_id: projectId, job_id: jobId, artifact_path: artifactPath, output_path: outputPath },
  result: fileOf('artifact'),
  words: ['read a report', 'coverage file', 'file from build results', 'get one file from the artifacts of a job'],
  aliases: ['job.artifact_file'],
  related: ['job.artifacts', 'job.get'],
  run(call) {
    const { project_id, job_id, artifact_path, output_path } = call.input;
    return download(call, {
      path: pathOf`/projects/${project_id}/jobs/${job_id}/artifacts` + pathInside(artifact_path),
      fallbackName: lastPart(artifact_path),
      outputPath: output_path,
      whenTooLarge: aboutFiles,
    });
  },
});

const fileByRef = defineAction({
  id: 'job.download_single_artifact_by_ref',
  tool: 'gitlab_job_download_single_artifact_by_ref',
  title: 'Download one artifact file by branch',
  summary: 'Download one artifact file of a named job from the latest successful pipeline of a branch or tag.',
  effect: 'read',
  route: 'GET /projects/:project_id/jobs/artifacts/:ref_name/raw/:artifact_path',
  params: {
    project_id: projectId,
    ref_name: artifactRef,
    job: jobName,
    artifact_path: artifactPath,
    output_path: outputPath,
  },
  result: fileOf('artifact'),
  words: ['latest report of main', 'file from the latest build', 'single artifact from the latest build of a branch'],
  related: ['job.download_artifacts', 'job.download_single_artifact'],
  run(call) {
    const { project_id, ref_name, job, artifact_path, output_path } = call.input;
    return download(call, {
      path: pathOf`/projects/${project_id}/jobs/artifacts/${ref_name}/raw` + pathInside(artifact_path),
      query: queryOf({ job }),
      fallbackName: lastPart(artifact_path),
      outputPath: output_path,
      whenTooLarge: aboutFiles,
    });
  },
});

/** GitLab takes the rest of the address as the path inside the archive, so its slashes stay slashes. */
function pathInside(path: string): string {
  return path
    .split('/')
    .map((part) => pathOf`/${part}`)
    .join('');
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

const keep = defineAction({
  id: 'job.keep_artifacts',
  tool: 'gitlab_job_keep_artifacts',
  title: 'Keep artifacts of a job',
  summary: 'Keep the artifacts of a job from expiring, and get the job.',
  effect: 'write',
  route: 'POST /projects/:project_id/jobs/:job_id/artifacts/keep',
  params: { project_id: projectId, job_id: jobId },
  result: one('job'),
  words: ['artifacts expire', 'save build results', 'prevent artifacts from expiring'],
  related: ['job.get', 'job.artifacts'],
});

const remove = defineAction({
  id: 'job.delete_artifacts',
  tool: 'gitlab_job_delete_artifacts',
  title: 'Delete artifacts of a job',
  summary: 'Delete the artifacts of one job. Its log stays.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/jobs/:job_id/artifacts',
  params: { project_id: projectId, job_id: jobId },
  result: nothing('artifact'),
  words: ['remove build results', 'free artifact storage', 'delete job artifacts', 'remove the artifacts of a build'],
  related: ['job.erase', 'job.delete_project_artifacts'],
});

const removeAll = defineAction({
  id: 'job.delete_project_artifacts',
  tool: 'gitlab_job_delete_project_artifacts',
  title: 'Delete all artifacts of a project',
  summary: 'Delete the artifacts of all jobs of a project, except those of the latest successful pipelines.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/artifacts',
  params: { project_id: projectId },
  result: nothing('artifact'),
  usage: 'GitLab works it off in the background.',
  words: [
    'clean up artifact storage',
    'free space',
    'delete all job artifacts in the project',
    'purge artifacts of the repo',
  ],
  related: ['job.delete_artifacts'],
});

export const artifacts = [archive, archiveByRef, file, fileByRef, keep, remove, removeAll];
