import { releaseLinks } from './release-links.ts';
import { releases } from './releases.ts';

export const releaseActions = [...releases, ...releaseLinks];
