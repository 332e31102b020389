import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { list as listField, oneOf } from '../../field.ts';
import { connection, connectionRule, projectPath } from '../../fields.ts';
import { toVariables } from '../../graphql-variables.ts';
import { listOf } from '../../result.ts';
import { sendGraphql } from '../../run-graphql.ts';
import { pipelineIid } from '../vulnerability/vulnerabilities.ts';
import { filters, reportTypes, scanners, severities } from '../vulnerability/vulnerability-fields.ts';
import { listDocument } from './security-findings-documents.ts';

/** GitLab compares these texts with what it stores, which is in small letters. */
const inSmallLetters = (values: readonly string[]) => values.map((value) => value.toLowerCase());

const list = defineAction({
  id: 'security_finding.list',
  tool: 'gitlab_list_security_findings',
  title: 'List security findings of a pipeline',
  summary:
    'List what the security scans of a pipeline found, with severity, location and the vulnerability each became.',
  effect: 'read',
  tier: 'ultimate',
  params: {
    project_path: projectPath,
    pipeline_iid: pipelineIid,
    severity: listField('Only findings of these severities.', oneOf('Severity.', inSmallLetters(severities)), {
      split: true,
      aliases: ['severities'],
    }),
    report_type: listField(
      'Only what these types of scan found.',
      oneOf('Type of scan.', inSmallLetters(reportTypes)),
      {
        split: true,
        aliases: ['report_types', 'scan_type'],
      },
    ),
    scanner: scanners,
    state: filters.state,
    confidence: listField(
      'Has no effect: GitLab no longer records how sure a scanner is.',
      oneOf('Confidence.', ['CONFIRMED', 'MEDIUM', 'LOW']),
      { split: true, place: 'none' },
    ),
    ...connection,
  },
  rules: [connectionRule],
  run: listFindings,
  result: listOf('security_finding'),
  usage: 'Findings of a branch before it is merged. vulnerability.list has those on the default branch.',
  words: [
    'scan results of a merge request',
    'what did SAST find',
    'new vulnerabilities in a pipeline',
    'leaked secrets',
    'did SAST find anything',
    'leaked passwords in a pipeline',
    'what did secret detection find',
    'result of the scanners',
  ],
  related: ['vulnerability.pipeline_security_summary', 'vulnerability.list', 'pipeline.get'],
});

function listFindings(call: ActionCall<{ readonly confidence?: readonly string[] }>): Promise<unknown> {
  if (call.input.confidence !== undefined) {
    call.note('confidence was not applied: GitLab no longer records it');
  }
  const spec = { document: listDocument, pick: 'project.pipeline.securityReportFindings' };
  return sendGraphql(call, { ...spec, variables: toVariables(call.action, spec, call.input) });
}

export const securityFindings = [list];
