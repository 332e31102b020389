import { ciLint } from './ci-lint.ts';
import { instanceTemplates } from './instance-templates.ts';
import { projectTemplates } from './project-templates.ts';

export const templateActions = [...instanceTemplates, ...projectTemplates, ...ciLint];
