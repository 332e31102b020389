import { boards } from './boards.ts';
import { forks } from './forks.ts';
import { labels } from './labels.ts';
import { members } from './members.ts';
import { milestones } from './milestones.ts';
import { people } from './people.ts';
import { projects } from './projects.ts';
import { uploads } from './uploads.ts';

export const projectActions = [
  ...projects,
  ...forks,
  ...people,
  ...members,
  ...labels,
  ...milestones,
  ...boards,
  ...uploads,
];
