import type { Action } from '../catalog/action.ts';
import type { Outcome } from '../catalog/execute.ts';
import { resourceBlock } from './embedded-resources.ts';
import { nextStepsBlock, type NextSteps } from './next-steps.ts';
import { clean, mapTexts, visible } from '../catalog/hidden-text.ts';
import { embeddedUri } from '../catalog/resource-uris.ts';
import { code, fence } from './render/markdown.ts';
import type { Thing } from './render/thing.ts';
import { toResultForm } from './result-form.ts';
import type { Grant, TextContent, ToolResult } from './surface.ts';

export interface ResultSettings {
  readonly nextSteps: NextSteps;
  /** Name of an action as clients of this surface call it. */
  readonly nameOf: (action: Action) => string;
  /** Append the object of some reads once more as a resource. */
  readonly embeddedResources: boolean;
  /** Puts the names of the surface where a text of ours speaks of actions by ID; without it the IDs are the names. */
  readonly rename?: (text: string) => string;
}

/** Turns what came of an action into the result of a tool call. */
export function toToolResult(outcome: Outcome, settings: ResultSettings, grant?: Grant): ToolResult {
  if (outcome.kind === 'preview') return preview(outcome, settings);
  const { action } = outcome;
  const { rename, nameOf } = settings;
  const form = toResultForm(outcome, { rename, nameOf });
  const said = form.notes.length === 0 ? outcome.notes : [...outcome.notes, ...form.notes];
  const notes = rename === undefined ? said : said.map(rename);
  const steps = nextStepsBlock([...form.hints, ...settings.nextSteps.bullets(outcome, grant)]);
  const markdown = [form.text, notesBlock(notes), steps].filter((part) => part !== '').join('\n\n');
  const content = textContent(markdown, priorityOf(action));

  const structuredContent = withNotes(form.structured, notes);
  const uri = settings.embeddedResources ? embeddedUri(action.id, outcome.input) : undefined;
  return {
    content: uri === undefined ? [content] : [content, resourceBlock(uri, structuredContent)],
    structuredContent,
  };
}

export function textContent(text: string, priority: number): TextContent {
  return { type: 'text', text, annotations: { audience: ['assistant'], priority } };
}

/** Safe mode: what would have been sent. Nothing was, so it is an error (trap T-25). */
function preview({ action, input, notes }: Outcome, { nameOf }: ResultSettings): ToolResult {
  const tool = nameOf(action);
  const hint =
    'Safe mode is on: nothing was sent to GitLab. The operator can set GITLAB_MCP_SAFE_MODE=false to run it.';
  const params = mapTexts(input, clean);
  const text = [
    `## 🛑 Safe mode blocked ${tool}`,
    `- **Status**: blocked\n- **Mode**: safe\n- **Tool**: ${code(tool)}`,
    `### Parameters\n\n${fence(JSON.stringify(params, undefined, 2), 'json')}`,
    notesBlock(notes),
    hint,
  ];
  return {
    content: [textContent(text.filter((part) => part !== '').join('\n\n'), 0.8)],
    structuredContent: withNotes({ status: 'blocked', mode: 'safe', tool, params, hint }, notes),
    isError: true,
  };
}

function notesBlock(notes: readonly string[]): string {
  if (notes.length === 0) return '';
  return `**Notes**\n${notes.map((note) => `- ${visible(note).replaceAll('\n', ' ')}`).join('\n')}`;
}

/** A discussion has notes of its own; ours then go by another name. */
function withNotes(structured: Thing, said: readonly string[]): Thing {
  if (said.length === 0) return structured;
  // GitLab's words may be part of one.
  const notes = said.map(visible);
  return Object.hasOwn(structured, 'notes') ? { ...structured, server_notes: notes } : { ...structured, notes };
}

function priorityOf(action: Action): number {
  if (action.effect !== 'read') return 0.8;
  const { shape } = action.result;
  return shape === 'list' ? 0.4 : shape === 'one' ? 0.6 : 0.7;
}
