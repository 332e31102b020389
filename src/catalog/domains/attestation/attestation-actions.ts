import { defineAction } from '../../action.ts';
import { download, outputPath } from '../../download.ts';
import { id, line, required } from '../../field.ts';
import { page, projectId } from '../../fields.ts';
import { buildRequest } from '../../request.ts';
import { fileOf, listOf } from '../../result.ts';

const list = defineAction({
  id: 'attestation.list',
  tool: 'gitlab_list_attestations',
  title: 'List attestations',
  summary: 'List the provenance attestations of an artifact of a project, found by its checksum.',
  effect: 'read',
  tier: 'ultimate',
  route: 'GET /projects/:project_id/attestations/:subject_digest',
  params: {
    project_id: projectId,
    subject_digest: required(
      line('SHA-256 of the artifact in hexadecimal.', { slug: true, aliases: ['digest', 'sha256', 'checksum'] }),
    ),
    ...page,
  },
  result: listOf('attestation'),
  words: [
    'SLSA provenance',
    'where does a build come from',
    'supply chain proof',
    'build provenance',
    'attestations of an artifact',
    'which attestations exist for an artifact',
    'list provenance statements',
  ],
  related: ['attestation.download', 'job.artifacts'],
});

const get = defineAction({
  id: 'attestation.download',
  tool: 'gitlab_download_attestation',
  title: 'Download an attestation',
  summary: 'Download the signed bundle of one attestation of a project, with size and checksum.',
  effect: 'read',
  tier: 'ultimate',
  route: 'GET /projects/:project_id/attestations/:attestation_iid/download',
  params: {
    project_id: projectId,
    attestation_iid: required(
      id('Number of the attestation within its project.', { aliases: ['iid', 'attestation_id', 'id'] }),
    ),
    output_path: outputPath,
  },
  run: (call) =>
    download(call, {
      path: buildRequest(call.action, call.input).path,
      fallbackName: `attestation-${call.input.attestation_iid}.json`,
      outputPath: call.input.output_path,
      whenTooLarge: 'Give output_path where the server runs on your machine.',
    }),
  result: fileOf('attestation'),
  words: [
    'get the provenance',
    'Sigstore bundle',
    'verify a build',
    'download attestation bundle',
    'get the provenance of a build artifact',
    'fetch one attestation',
  ],
  related: ['attestation.list'],
});

export const attestationActions = [list, get];
