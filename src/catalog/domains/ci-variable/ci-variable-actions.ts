import { groupVariables } from './group-variables.ts';
import { instanceVariables } from './instance-variables.ts';
import { projectVariables } from './project-variables.ts';

export const ciVariableActions = [...projectVariables, ...groupVariables, ...instanceVariables];
