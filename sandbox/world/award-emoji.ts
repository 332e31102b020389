import { type World, defineState } from './world.ts';

export type AwardableType = 'Epic' | 'Issue' | 'MergeRequest' | 'Snippet' | 'Note';

export interface Award {
  readonly id: number;
  readonly name: string;
  readonly userId: number;
  readonly createdAt: string;
  readonly awardableType: AwardableType;
  readonly awardableId: number;
}

const awardsState = defineState(() => new Map<string, Award[]>());

/** Oldest first; the list may be changed. */
export function awardsOf(world: World, type: AwardableType, id: number): Award[] {
  const awards = world.state(awardsState);
  const key = `${type}/${id}`;
  const known = awards.get(key);
  if (known !== undefined) return known;
  const created: Award[] = [];
  awards.set(key, created);
  return created;
}

export function addAward(
  world: World,
  awardable: { readonly type: AwardableType; readonly id: number },
  given: { readonly name: string; readonly userId: number; readonly createdAt?: string },
): Award {
  const award: Award = {
    id: world.nextId('award_emoji'),
    name: given.name,
    userId: given.userId,
    createdAt: given.createdAt ?? world.clock.timestamp(),
    awardableType: awardable.type,
    awardableId: awardable.id,
  };
  awardsOf(world, awardable.type, awardable.id).push(award);
  return award;
}

export function countAwards(world: World, type: AwardableType, id: number, name: string): number {
  return (
    world
      .state(awardsState)
      .get(`${type}/${id}`)
      ?.filter((award) => award.name === name).length ?? 0
  );
}

/** Some of the names GitLab knows; others are refused, as there. */
const emojiNames = new Set(
  `thumbsup thumbsdown +1 -1 smile laughing heart tada rocket eyes fire wave ok_hand clap star star2 sparkles bug bulb
  white_check_mark heavy_check_mark x warning question exclamation 100 pray muscle raised_hands thinking confused cry
  joy sweat_smile slight_smile slight_frown wink blush sunglasses scream angry zzz coffee beer beers cake pizza dog cat
  satellite satellite_orbital earth_africa earth_americas earth_asia crescent_moon sunny zap umbrella snowflake rainbow
  gift bell mega memo pencil pencil2 book books bookmark pushpin paperclip lock unlock key hammer wrench gear link
  mag mag_right chart_with_upwards_trend chart_with_downwards_trend calendar clock1 hourglass red_circle blue_circle
  construction ship airplane car bike checkered_flag trophy medal first_place hundred poop ghost robot alien unicorn
  snail turtle octopus penguin bee butterfly four_leaf_clover seedling palm_tree cactus tulip cherry_blossom rose
  point_up point_down point_left point_right fist v handshake writing_hand art package recycle tv computer lady_beetle`
    .split(/\s+/)
    .filter((name) => name !== ''),
);

export function isEmoji(name: string): boolean {
  return emojiNames.has(name);
}
