import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is known of an action independently of how we wrote it. */
export interface ActionFact {
  readonly id: string;
  readonly tool: string;
  readonly kind: string;
  readonly tier: string;
  readonly scope: string;
  readonly routes: readonly string[];
  readonly required: readonly string[];
  readonly flags: readonly string[];
}

/** The table of facts: every action there is to be, whether written yet or not. */
export function readFacts(): ReadonlyMap<string, ActionFact> {
  const [, ...lines] = readFileSync(join(import.meta.dirname, 'facts.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  const facts = lines.map((line) => {
    const [id = '', tool = '', kind = '', tier = '', scope = '', routes = '', required = '', flags = ''] =
      line.split('\t');
    return {
      id,
      tool,
      kind,
      tier,
      scope,
      routes: list(routes, ';'),
      required: list(required, ','),
      flags: list(flags, '|'),
    };
  });
  return new Map(facts.map((fact) => [fact.id, fact]));
}

function list(text: string, separator: string): string[] {
  return text === '' ? [] : text.split(separator);
}
