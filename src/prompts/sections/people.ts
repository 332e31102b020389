import { AppError } from '../../errors/app-error.ts';
import { inline } from '../../surfaces/render/markdown.ts';
import { plain, read, type Thing } from '../../surfaces/render/thing.ts';
import type { Reading, Source } from '../source.ts';
import type { Period } from './time.ts';

/** Whom a briefing is about. */
export interface Subject {
  readonly id: string;
  readonly username: string;
  /** `Jane Doe (@jane)`; Markdown. */
  readonly shown: string;
  readonly isCaller: boolean;
}

/** The user of a name, or whoever the token belongs to. */
export async function findSubject(source: Source, username: string | undefined): Promise<Subject> {
  if (username === undefined) return toSubject((await source.need('user.current', {})).one, true);
  const { items } = await source.need('user.list', { username });
  const [user] = items;
  if (user === undefined) {
    throw new AppError(
      'request.params',
      `username: there is no user ${JSON.stringify(username.slice(0, 100))} that this token may see`,
    );
  }
  return toSubject(user, false);
}

function toSubject(user: Thing, isCaller: boolean): Subject {
  const username = plain(read(user, 'username'));
  const name = inline(plain(read(user, 'name')), 80);
  const shown = `@${inline(username, 80)}`;
  return { id: plain(read(user, 'id')), username, shown: name === '' ? shown : `${name} (${shown})`, isCaller };
}

/** What somebody did since a day. GitLab shows the caller's own events in full, those of others as far as the caller may see. */
export async function eventsOf(
  source: Source,
  subject: Subject,
  { dayBefore }: Pick<Period, 'dayBefore'>,
): Promise<Reading | undefined> {
  const input = { after: dayBefore, per_page: 100 };
  return subject.isCaller
    ? source.want('activity', 'user.event_list_contributions', input)
    : source.want('activity', 'user.contribution_events', { ...input, user_id: subject.id });
}

/** Users that GitLab makes for the tokens of projects and groups. They act, and nobody can ask them to review. */
export function isBot(user: Thing): boolean {
  return read(user, 'bot') === true || /^(?:project|group)_\d+_bot(?:_|\d*$)/.test(plain(read(user, 'username')));
}

/** The actions that `findSubject` and `eventsOf` may use. */
export const subjectActions = ['user.current', 'user.list'] as const;
export const eventActions = ['user.event_list_contributions', 'user.contribution_events'] as const;
