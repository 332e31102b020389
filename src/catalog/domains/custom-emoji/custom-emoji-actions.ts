import { customEmoji } from './custom-emoji.ts';

export const customEmojiActions = [...customEmoji];
