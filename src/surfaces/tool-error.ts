import type { Action } from '../catalog/action.ts';
import { NameUnknown } from '../catalog/name-unknown.ts';
import { NotFound } from '../catalog/not-found.ts';
import { AppError } from '../errors/app-error.ts';
import { describeError, isPermissionProblem } from '../gitlab/describe-error.ts';
import { GitLabError } from '../gitlab/gitlab-error.ts';
import { type Lead, type Leads, narrowLeads } from './leads.ts';
import { visible } from '../catalog/hidden-text.ts';
import { kindOf } from './render/kinds.ts';
import { code } from './render/markdown.ts';
import type { Grant, ToolResult } from './surface.ts';
import { textContent } from './tool-result.ts';

export interface ErrorSettings {
  readonly leads: Leads;
  /** Name of an action as clients of this surface call it. */
  readonly nameOf: (action: Action) => string;
  /** What a model does next after its own mistake, in the words of this surface. */
  readonly repair: (error: AppError, action: Action) => string | undefined;
}

/** Whatever an action threw, as the result of a tool call: text only, and nothing of ours in it. */
export function toToolError(error: unknown, action: Action, settings: ErrorSettings, grant?: Grant): ToolResult {
  if (!(error instanceof AppError)) {
    return refusal(
      `${action.id}: this server made a mistake and has logged it. Suggestion: try once more, then tell its operator`,
    );
  }
  if (isNotFound(error, action)) return notFound(error, action, settings, grant);
  const hint = settings.repair(error, action) ?? hintFor(error, action, settings, grant);
  return refusal(describe(error, action.id, hint));
}

/** A result that says no, in one text. */
export function refusal(text: string): ToolResult {
  return { content: [textContent(visible(text), 0.8)], isError: true };
}

/** Errors that the catalog worded name the action already. */
function describe(error: AppError, operation: string, hint: string | undefined): string {
  if (error instanceof GitLabError || !error.message.startsWith(operation)) {
    return describeError(error, { operation, hint });
  }
  const message = error.message.replace(/\.$/, '');
  return hint === undefined ? message : `${message}. Suggestion: ${hint}`;
}

function hintFor(
  error: AppError,
  action: Action,
  { leads, nameOf }: ErrorSettings,
  grant: Grant | undefined,
): string | undefined {
  if (error instanceof NameUnknown) {
    const lead = leads.toNamed(error.param, error.names, action, grant);
    return lead === undefined ? undefined : `search for it with ${whereToLook(lead, action, nameOf).join(' or ')}`;
  }
  if (isMissing(error)) {
    const checks = narrowLeads(leads.of(action, grant), saidBy(error)).map(
      (lead) => `${lead.param} with ${whereToLook(lead, action, nameOf).join(' or ')}`,
    );
    return checks.length === 0 ? undefined : `check ${checks.join(', ')}`;
  }
  if (error.code === 'action.timeout') {
    return action.effect === 'read'
      ? 'ask for less, such as a smaller page, or try again in a minute'
      : 'read the object before you repeat the call: the change may have been made';
  }
  if (isPermissionProblem(error)) return 'ask for the role that may do this, or use a token of someone who has it';
  return undefined;
}

/** GitLab says that something is not there, or hides it. An explained refusal names its own next step. */
function isMissing(error: AppError): boolean {
  return error instanceof NotFound || (error instanceof GitLabError && error.refusal?.kind === 'missing');
}

function saidBy(error: AppError): string | undefined {
  return error instanceof GitLabError ? error.gitlabMessage : undefined;
}

/** The actions that list what a lead is for. The very action that failed lists what is there when it asks for less. */
function whereToLook({ lists }: Lead, action: Action, nameOf: ErrorSettings['nameOf']): string[] {
  return lists.map((list) => (list === action ? `${nameOf(list)} of the folder above` : nameOf(list)));
}

/** Only a read of one thing: for a write the words of GitLab matter more than that something is missing. */
function isNotFound(error: AppError, action: Action): boolean {
  return isMissing(error) && action.effect === 'read' && action.result.shape !== 'list';
}

function notFound(
  error: AppError,
  action: Action,
  { leads: known, nameOf }: ErrorSettings,
  grant: Grant | undefined,
): ToolResult {
  const all = known.of(action, grant);
  const leads = narrowLeads(all, saidBy(error));
  const title = missingThing(action, all, leads).replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());
  const bullets = leads.map((lead) => {
    const lists = whereToLook(lead, action, nameOf).map((name) => code(name));
    return `- Look for the right ${code(lead.param)} with ${lists.join(' or ')}`;
  });
  const text = [
    `## ❓ ${title} Not Found`,
    error.message.startsWith(action.id) ? error.message : `${action.id}: ${error.message}`,
    ['💡 **Next steps:**', ...bullets, '- Check the project or group, and that this token may see it'].join('\n'),
  ].join('\n\n');
  return { content: [textContent(visible(text), 0.6)], isError: true };
}

/** What GitLab said is missing; else the innermost object of the route, or what was to be read of it. */
function missingThing({ result }: Action, all: readonly Lead[], [first]: readonly Lead[]): string {
  const isNarrowed = first !== undefined && first !== all[0];
  const isSaid = isNarrowed || first?.role === 'object';
  return isSaid ? first.thing : kindOf(result.kind).singular;
}
