import type { Action } from '../catalog/action.ts';
import { AppError } from '../errors/app-error.ts';
import { describeError, isPermissionProblem } from '../gitlab/describe-error.ts';
import { GitLabError } from '../gitlab/gitlab-error.ts';
import type { NextSteps } from './next-steps.ts';
import { visible } from '../catalog/hidden-text.ts';
import { kindOf } from './render/kinds.ts';
import type { Grant, ToolResult } from './surface.ts';
import { textContent } from './tool-result.ts';

export interface ErrorSettings {
  readonly nextSteps: NextSteps;
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
  { nextSteps }: ErrorSettings,
  grant: Grant | undefined,
): string | undefined {
  if (!(error instanceof GitLabError)) return undefined;
  if (error.refusal?.kind === 'missing') {
    const finders = nextSteps.finders(action, grant);
    return finders.length === 0 ? undefined : `check the IDs with ${finders.join(' or ')}`;
  }
  if (isPermissionProblem(error)) return 'ask for the role that may do this, or use a token of someone who has it';
  return undefined;
}

/** Only a read of one thing: for a write the words of GitLab matter more than that something is missing. */
function isNotFound(error: AppError, action: Action): error is GitLabError {
  return (
    error instanceof GitLabError &&
    error.refusal?.kind === 'missing' &&
    action.effect === 'read' &&
    action.result.shape !== 'list'
  );
}

function notFound(
  error: GitLabError,
  action: Action,
  { nextSteps }: ErrorSettings,
  grant: Grant | undefined,
): ToolResult {
  const { singular } = kindOf(action.result.kind);
  const title = singular.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());
  const finders = nextSteps.finders(action, grant);
  const bullets = finders.map((name) => `- Look for it with \`${name}\``);
  const text = [
    `## ❓ ${title} Not Found`,
    `${action.id}: ${error.message}`,
    ['💡 **Next steps:**', ...bullets, '- Check the project or group, and that this token may see it'].join('\n'),
  ].join('\n\n');
  return { content: [textContent(visible(text), 0.6)], isError: true };
}
