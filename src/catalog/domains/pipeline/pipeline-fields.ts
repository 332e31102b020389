import { line, list, object, oneOf, required, text } from '../../field.ts';

export const pipelineRef = line('Branch or tag. Default where optional: the default branch.', {
  aliases: ['branch', 'tag', 'ref_name'],
});

export const pipelineStatus = oneOf(
  'Only those with this status.',
  [
    'created',
    'waiting_for_resource',
    'preparing',
    'waiting_for_callback',
    'pending',
    'running',
    'success',
    'failed',
    'canceling',
    'canceled',
    'skipped',
    'manual',
    'scheduled',
  ],
  {
    synonyms: {
      passed: 'success',
      succeeded: 'success',
      successful: 'success',
      green: 'success',
      failure: 'failed',
      error: 'failed',
      red: 'failed',
      cancelled: 'canceled',
      blocked: 'manual',
      active: 'running',
      in_progress: 'running',
      queued: 'pending',
    },
  },
);

export const variableKey = required(line('Name of the variable.', { aliases: ['name', 'variable'] }));
export const variableValue = text('Value of the variable.');
export const variableType = oneOf('How the job sees it: env_var a value, file a path to a file with the value.', [
  'env_var',
  'file',
]);

export const pipelineVariables = list(
  'Variables for this run.',
  object('One variable.', {
    key: variableKey,
    value: required(variableValue),
    variable_type: variableType,
  }),
);

export const pipelineInputs = object(
  'Values of the inputs that the configuration declares, by name.',
  {},
  { open: true },
);
