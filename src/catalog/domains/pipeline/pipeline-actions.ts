import { pipelineWaits } from './pipeline-waits.ts';
import { pipelines } from './pipelines.ts';
import { resourceGroups } from './resource-groups.ts';
import { scheduleVariables } from './schedule-variables.ts';
import { schedules } from './schedules.ts';
import { testReports } from './test-reports.ts';
import { triggers } from './triggers.ts';

export const pipelineActions = [
  ...pipelines,
  ...pipelineWaits,
  ...testReports,
  ...schedules,
  ...scheduleVariables,
  ...triggers,
  ...resourceGroups,
];
