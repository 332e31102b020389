import { protectedTags } from './protected-tags.ts';
import { tags } from './tags.ts';

export const tagActions = [...tags, ...protectedTags];
