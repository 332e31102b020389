import { id, required } from '../../field.ts';

export const scheduleId = required(
  id('ID of the pipeline schedule.', { aliases: ['pipeline_schedule_id', 'id', 'schedule'] }),
);
