import { AppError } from '../../../errors/app-error.ts';
import type { ActionCall } from '../../call.ts';
import { line } from '../../field.ts';
import { buildRequest } from '../../request.ts';

export const responseFormat = line('Form of the answer: raw for JSON, llm for a text made for models. Default raw.', {
  aliases: ['output_format', 'response'],
});

/** Orbit answers in JSON, or in a text where that was asked for. */
export async function sendOrbit(call: ActionCall<{ readonly response_format?: string }>): Promise<unknown> {
  const request = buildRequest(call.action, { ...call.input });
  const { response_format: format = 'raw' } = call.input;
  if (format === 'raw') return (await call.send(request)).body;
  const { body, headers } = await call.send({ ...request, accept: 'text' });
  if (headers.get('content-type')?.startsWith('text/html') === true) {
    throw new AppError('gitlab.answer', `${call.action.id}: GitLab answered with a page instead of what was asked for`);
  }
  return { text: body };
}
