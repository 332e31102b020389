import type { Action } from '../catalog/action.ts';
import type { Outcome } from '../catalog/execute.ts';
import { fileResult } from './file-result.ts';
import { resourceBlock, resourceUri } from './embedded-resources.ts';
import { nextStepsBlock, type NextSteps } from './next-steps.ts';
import { spelledOut, visible, visibleValue } from './render/hidden.ts';
import { code, fence, inline } from './render/markdown.ts';
import {
  isConnection,
  nextPageHint,
  type Page,
  type ConnectionPage,
  pageLines,
  toConnectionPage,
  toPage,
} from './render/page.ts';
import { renderCard, renderList } from './render/render.ts';
import { elements, isThing, read, type Thing } from './render/thing.ts';
import type { Grant, TextContent, ToolResult } from './surface.ts';

/** The most of a text that one result carries. Actions that read logs or files page below it. */
const maxTextCharacters = 400_000;

export interface ResultSettings {
  readonly nextSteps: NextSteps;
  /** Name of an action as clients of this surface call it. */
  readonly nameOf: (action: Action) => string;
  /** Append the object of some reads once more as a resource. */
  readonly embeddedResources: boolean;
}

/** What one result says in both of its forms. Each stands alone: clients show a model only one of them (trap T-26). */
interface Form {
  readonly structured: Thing;
  readonly text: string;
  /** Lines for the next steps that only this result has, such as how to get the next page. */
  readonly hints?: readonly string[];
  readonly isError?: boolean;
}

/** Turns what came of an action into the result of a tool call. Never throws for anything GitLab answers (trap T-21). */
export function toToolResult(outcome: Outcome, settings: ResultSettings, grant?: Grant): ToolResult {
  if (outcome.kind === 'preview') return preview(outcome, settings);
  const { action, notes } = outcome;
  const { structured, text, hints = [], isError = false } = formOf(outcome);
  const steps = nextStepsBlock([...hints, ...settings.nextSteps.bullets(action, grant)]);
  const markdown = [text, notesBlock(notes), steps].filter((part) => part !== '').join('\n\n');
  const content = textContent(markdown, priorityOf(action));
  if (isError) return { content: [content], isError: true };

  const structuredContent = withNotes(structured, notes);
  const uri = settings.embeddedResources ? resourceUri(action.id, outcome.input) : undefined;
  return {
    content: uri === undefined ? [content] : [content, resourceBlock(uri, structuredContent)],
    structuredContent,
  };
}

export function textContent(text: string, priority: number): TextContent {
  return { type: 'text', text, annotations: { audience: ['assistant'], priority } };
}

function formOf(outcome: Outcome): Form {
  const { action } = outcome;
  const value =
    action.result.key === undefined ? outcome.value : (read(outcome.value, action.result.key) ?? outcome.value);
  switch (action.result.shape) {
    case 'none':
      return done(outcome);
    case 'list':
      return listForm(outcome, value);
    case 'text':
      return typeof value === 'string' || value === undefined ? textForm(value ?? '') : objectForm(outcome, value);
    case 'file': {
      const file = fileResult(value);
      return file === undefined ? objectForm(outcome, value) : { ...file, isError: file.isTooLarge };
    }
    case 'one':
    default:
      return Array.isArray(value) ? listForm(outcome, value) : objectForm(outcome, value);
  }
}

/** GitLab did it and said no more: repeat what was done (traps T-22, T-29). */
function done({ action, input }: Outcome): Form {
  const message = 'Action completed successfully.';
  const target = Object.entries(input).filter(([name, value]) => isTarget(action, name, value));
  const lines = target.map(([name, value]) => `- **${name}**: ${inline(String(value), 200)}`);
  return {
    structured: { status: 'success', message, action: action.id, target: Object.fromEntries(target) },
    text: `✅ ${message}\n\n- **Action**: \`${action.id}\` (${action.title})${lines.length === 0 ? '' : `\n${lines.join('\n')}`}`,
  };
}

/** What the action was done to: the IDs and names of its route, never a text or a secret. */
function isTarget(action: Action, name: string, value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  return action.route === undefined
    ? /(^|_)(id|iid|path|name)$/.test(name)
    : action.route.split(/[/.]/).includes(`:${name}`);
}

function objectForm(outcome: Outcome, value: unknown): Form {
  if (value === undefined || value === null || value === '') return done(outcome);
  const shown = visibleValue(value);
  const { action } = outcome;
  if (!isThing(shown))
    return {
      structured: { value: shown },
      text: renderList(action.result.kind, [shown], { total: 1, hasMore: false }),
    };
  const secret = action.effect !== 'read' && typeof read(shown, 'token') === 'string';
  return {
    structured: shown,
    text: renderCard(action.result.kind, shown),
    hints: secret ? ['- Store the token now: GitLab shows it only this once.'] : [],
  };
}

function listForm(outcome: Outcome, value: unknown): Form {
  const { items, page, rest } = readList(outcome, value);
  const total = 'total_items' in page && page.total_items > 0 ? page.total_items : undefined;
  const body = renderList(outcome.action.result.kind, items, { total, hasMore: page.has_more });
  const next = nextPageHint(page);
  return {
    structured: { ...rest, items, page },
    text: items.length === 0 && !page.has_more ? body : `${body}\n\n${pageLines(page, items.length)}`,
    hints: [
      ...(body.includes('](http') ? ['- Keep the links when you show these, so that they stay clickable.'] : []),
      ...(next === undefined ? [] : [`- ${next}`]),
    ],
  };
}

interface ListValue {
  readonly items: readonly unknown[];
  readonly page: Page | ConnectionPage;
  /** What else came with the list. */
  readonly rest: Thing;
}

/** A plain list, a GraphQL connection, or an object of our own with `items`. */
function readList({ page }: Outcome, value: unknown): ListValue {
  const shown = visibleValue(value);
  if (Array.isArray(shown)) return { items: shown, page: toPage(page, shown.length), rest: {} };
  if (!isThing(shown)) return { items: [], page: toPage(page, 0), rest: {} };
  if (isConnection(shown)) {
    const items = elements(shown);
    return { items, page: toConnectionPage(shown) ?? toPage(page, items.length), rest: {} };
  }
  const { items, page: ownPage, ...rest } = shown;
  if (!Array.isArray(items)) return { items: [shown], page: toPage(page, 1), rest: {} };
  const pageOf = toConnectionPage(shown) ?? toPage(page, items.length);
  // An action that pages by itself says so in the same words.
  return { items, page: isThing(ownPage) ? { ...pageOf, ...ownPage } : pageOf, rest };
}

function textForm(value: string): Form {
  const whole = spelledOut(value);
  if (whole.length <= maxTextCharacters) {
    return { structured: { text: whole }, text: whole === '' ? 'The text is empty.' : fence(whole) };
  }
  const text = whole.slice(0, maxTextCharacters).toWellFormed();
  const left = whole.length - text.length;
  return {
    structured: { text, complete: false, total_characters: whole.length },
    text: `${fence(text)}\n\n⚠️ Cut after ${text.length} characters, ${left} more are left out.`,
  };
}

/** Safe mode: what would have been sent. Nothing was, so it is an error (trap T-25). */
function preview({ action, input }: Outcome, { nameOf }: ResultSettings): ToolResult {
  const tool = nameOf(action);
  const hint =
    'Safe mode is on: nothing was sent to GitLab. The operator can set GITLAB_MCP_SAFE_MODE=false to run it.';
  const params = visibleValue(input);
  const text = [
    `## 🛑 Safe mode blocked ${tool}`,
    `- **Status**: blocked\n- **Mode**: safe\n- **Tool**: ${code(tool)}`,
    `### Parameters\n\n${fence(JSON.stringify(params, undefined, 2), 'json')}`,
    hint,
  ].join('\n\n');
  return {
    content: [textContent(text, 0.8)],
    structuredContent: { status: 'blocked', mode: 'safe', tool, params, hint },
    isError: true,
  };
}

function notesBlock(notes: readonly string[]): string {
  return notes.length === 0
    ? ''
    : `**Notes**\n${notes.map((note) => `- ${visible(note).replaceAll('\n', ' ')}`).join('\n')}`;
}

/** A discussion has notes of its own; ours then go by another name. */
function withNotes(structured: Thing, notes: readonly string[]): Thing {
  if (notes.length === 0) return structured;
  return Object.hasOwn(structured, 'notes') ? { ...structured, server_notes: notes } : { ...structured, notes };
}

function priorityOf(action: Action): number {
  if (action.effect !== 'read') return 0.8;
  const { shape } = action.result;
  return shape === 'list' ? 0.4 : shape === 'one' ? 0.6 : 0.7;
}
