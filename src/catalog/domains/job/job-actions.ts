import { artifacts } from './artifacts.ts';
import { jobWaits } from './job-waits.ts';
import { jobs } from './jobs.ts';
import { tokenScope } from './token-scope.ts';
import { traces } from './traces.ts';

export const jobActions = [...jobs, ...jobWaits, ...traces, ...artifacts, ...tokenScope];
