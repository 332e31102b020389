import { type Issue, findIssueByIid } from './issues.ts';
import { type MergeRequest, findMergeRequestByIid } from './merge-requests.ts';
import type { Project } from './projects.ts';
import type { User } from './users.ts';
import type { World } from './world.ts';

const reference = String.raw`(?:[\w.-]+(?:/[\w.-]+)*)?#\d+|https?://[^\s)]+?/-/(?:issues|work_items)/\d+`;
const anyReference = new RegExp(String.raw`(?<![\w/&])(${reference}|(?:[\w.-]+(?:/[\w.-]+)*)?!\d+)(?!\w)`, 'g');
const closing = new RegExp(
  String.raw`\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?):?\s+((?:(?:issues?\s+)?(?:${reference})(?:(?:\s*,)?\s+(?:and\s+)?|\s*,\s*|(?=\W|$)))+)`,
  'gi',
);

/** Everything between fences and back-ticks says nothing: references there are examples. */
function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
}

interface Parts {
  readonly path: string;
  readonly sigil: string;
  readonly iid: number;
}

function split(text: string): Parts | undefined {
  const link = /^https?:\/\/[^/]+\/(.+?)\/-\/(?:issues|work_items)\/(\d+)$/.exec(text);
  if (link !== null) return { path: link[1] ?? '', sigil: '#', iid: Number(link[2]) };
  const short = /^(.*)([#!])(\d+)$/.exec(text);
  return short === null ? undefined : { path: short[1] ?? '', sigil: short[2] ?? '#', iid: Number(short[3]) };
}

/** A path without a slash names a neighbour in the same namespace. */
function projectNamed(world: World, from: Project, path: string): Project | undefined {
  if (path === '') return from;
  if (path.includes('/')) return world.projects.findByPath(path);
  return world.projects.findByPath(`${from.fullPath.slice(0, from.fullPath.lastIndexOf('/'))}/${path}`);
}

/** Issues and merge requests a text of a project mentions, each once, in order. */
export function mentionedIn(world: World, project: Project, text: string): (Issue | MergeRequest)[] {
  const found = new Set<Issue | MergeRequest>();
  for (const [, match = ''] of withoutCode(text).matchAll(anyReference)) {
    const parts = split(match);
    const home = parts === undefined ? undefined : projectNamed(world, project, parts.path);
    if (parts === undefined || home === undefined) continue;
    const target =
      parts.sigil === '#' ? findIssueByIid(world, home, parts.iid) : findMergeRequestByIid(world, home, parts.iid);
    if (target !== undefined) found.add(target);
  }
  return [...found];
}

/** Issues a text promises to close: `Closes #1, #2 and group/project#3`. */
export function closedIn(world: World, project: Project, text: string): Issue[] {
  const found = new Set<Issue>();
  for (const [, list = ''] of withoutCode(text).matchAll(closing)) {
    for (const [match] of list.matchAll(new RegExp(reference, 'g'))) {
      const parts = split(match);
      const home = parts === undefined ? undefined : projectNamed(world, project, parts.path);
      const issue = parts === undefined || home === undefined ? undefined : findIssueByIid(world, home, parts.iid);
      if (issue !== undefined) found.add(issue);
    }
  }
  return [...found];
}

/** Users a text addresses with `@name`. */
export function usersIn(world: World, text: string): User[] {
  const found = new Set<User>();
  for (const [, name = ''] of withoutCode(text).matchAll(/(?<![\w@/.])@([\w][\w.-]*)/g)) {
    const user = world.users.findByUsername(name) ?? world.users.findByUsername(name.replace(/[.-]+$/, ''));
    if (user !== undefined) found.add(user);
  }
  return [...found];
}

/** Issues a merge request will close when it is merged: those its description and its commits name. */
export function issuesClosedBy(world: World, mergeRequest: MergeRequest): Issue[] {
  return closedIn(world, world.projects.get(mergeRequest.projectId), mergeRequest.description ?? '');
}
