import { boards } from './boards.ts';
import { contents } from './contents.ts';
import { groups } from './groups.ts';
import { labels } from './labels.ts';
import { members } from './members.ts';
import { milestones } from './milestones.ts';

export const groupActions = [...groups, ...contents, ...members, ...labels, ...milestones, ...boards];
