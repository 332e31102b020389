import { type Kind, notA, ok } from './kind.ts';
import { goBoolean } from './quantities.ts';

export type ReportFormat = 'text' | 'json';

/** A switch that may say how it reports: `--doctor`, or `--doctor=json`. */
export const reportFormat: Kind<ReportFormat | undefined> = {
  flagType: 'bool',
  placeholder: 'json',
  accepts: 'nothing, or json',
  parse(text) {
    if (text === 'json') return ok('json');
    const parsed = goBoolean.parse(text);
    return parsed.ok ? ok(parsed.value ? 'text' : undefined) : notA('must be json, or left out');
  },
};
