import type { Action } from '../catalog/action.ts';
import type { ReportProgress } from '../catalog/call.ts';
import { coerce } from '../catalog/coerce.ts';
import type { Guide, Prompt } from '../catalog/guide.ts';
import { Refused } from '../catalog/refused.ts';
import { type Answer, type Asker, askUser, type FormField, type Question } from './question.ts';
import { yesOrNo } from './confirmation.ts';
import { listValues, stopped } from './shown-values.ts';

type Values = Readonly<Record<string, unknown>>;

export interface GuidedCall {
  /** The action that was called. */
  readonly action: Action;
  readonly guide: Guide;
  /** Its own params, which are params of the plain action too. */
  readonly given: Values;
  readonly asker: Asker;
  readonly progress: ReportProgress | undefined;
}

/**
 * Asks for everything a guide is made of, last for the consent to all of it, and gives the params of the plain action.
 *
 * @throws AppError `action.declined` when the user wants none of it, `action.unanswered` when there was no answer.
 */
export async function gather(call: GuidedCall): Promise<Values> {
  const { action, guide, asker, progress } = call;
  const values: Record<string, unknown> = {};
  for (const prompt of guide.prompts) {
    progress?.(prompt.step - 1, guide.steps, prompt.title);
    const whyUseless = (said: Said): string | undefined => whyRefused(guide.plain, prompt, said);
    const answer = await askUser(asker, { ...toQuestion(prompt, action), whyUseless });
    const ends = prompt.required || guide.whenDeclined === 'end';
    if (answer.kind === 'cancelled' || (answer.kind === 'declined' && ends)) {
      asker.settle();
      throw stopped(action, answer.kind);
    }
    const value = valueOf(prompt, answer, values);
    if (value !== undefined) values[prompt.param] = value;
  }
  progress?.(guide.steps - 1, guide.steps, 'Confirmation');
  const agreed = await askUser(asker, consentTo(call, values));
  asker.settle();
  if (agreed.kind !== 'value' || agreed.value !== true) {
    throw stopped(action, agreed.kind === 'cancelled' ? 'cancelled' : 'declined');
  }
  return { ...call.given, ...values };
}

function toQuestion({ param, title, description, answer, required }: Prompt, action: Action): Question {
  const message = `${action.title}\n\n${description}${required ? '' : ' Optional.'}`;
  const words = { title, description };
  switch (answer.kind) {
    case 'yes-no':
      return { key: param, message, ...yesOrNo(words) };
    case 'choice':
      return { key: param, message, property: 'selection', field: { type: 'string', ...words, enum: answer.of } };
    case 'text':
    case 'list': {
      const least = required ? { minLength: 1 } : {};
      const field: FormField = { type: 'string', ...words, ...least, maxLength: answer.maxLength };
      return { key: param, message, property: param, field };
    }
  }
}

type Said = string | boolean;

/** The plain action would refuse it, but only after the last question: too late for whoever answers. */
function whyRefused({ params }: Action, prompt: Prompt, said: Said): string | undefined {
  const value = readSaid(prompt, said);
  const field = params[prompt.param];
  const read = value === undefined || field === undefined ? undefined : coerce(field, value);
  return read instanceof Refused ? `${read.at} ${read.reason}`.trim() : undefined;
}

/** An empty text is no text. */
function readSaid({ answer }: Prompt, said: Said): unknown {
  const value = answer.kind === 'list' ? namesIn(said) : said;
  return value === '' ? undefined : value;
}

/** What the param becomes; `undefined` leaves it out. */
function valueOf(prompt: Prompt, given: Answer, before: Values): unknown {
  const { otherwise } = prompt;
  const value = given.kind === 'value' ? readSaid(prompt, given.value) : undefined;
  if (value !== undefined) return value;
  if (otherwise === undefined) return undefined;
  return 'sameAs' in otherwise ? before[otherwise.sameAs] : otherwise.value;
}

/** Trimmed, each once; `undefined` when there is none. */
function namesIn(text: string | boolean): readonly string[] | undefined {
  const names = String(text)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length === 0 ? undefined : Array.from(new Set(names));
}

function consentTo({ action, guide, given }: GuidedCall, values: Values): Question {
  const all = { ...given, ...Object.fromEntries(guide.prompts.map(({ param }) => [param, values[param]])) };
  return {
    key: 'confirmation',
    message: `${guide.plain.title} with these values?\n\n${listValues(all)}`,
    ...yesOrNo({ title: 'Create it', description: `Whether to go on: ${lowerFirst(action.title)}.` }),
  };
}

function lowerFirst(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
}
