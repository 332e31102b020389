import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { buildSections, collectCitations, findUnknown } from '../scripts/requirements-report.ts';
import { exceptions, requirements } from './requirements.ts';

/** Sections of which every requirement is proven and has to stay so. A section that becomes complete is added here. */
const finished = [
  'START',
  'INST',
  'OUT',
  'AUTH',
  'REJ',
  'VER',
  'OAUTH',
  'R401',
  'FG',
  'BUDGET',
  'REV',
  'BODY',
  'STATELESS',
  'STATEFUL',
  'HINT',
  'CANCEL',
  'TIMEOUT',
  'POOL',
  'SSE',
  'RATE',
  'HELD',
  'SESS',
  'HOST',
  'SUB',
  'HEALTH',
  'CARD',
  'LOG',
  'SOCK',
  'TLS',
  'DRAIN',
  'MEM',
  'DOCKER',
  'T',
];

const citations = collectCitations(resolve(import.meta.dirname, '..'));

test('no title of a test cites a requirement that does not exist', () => {
  expect(findUnknown(citations)).toEqual([]);
});

test('every requirement of a finished section is cited by a test', () => {
  const sections = buildSections(citations).filter(({ name }) => finished.includes(name));

  expect(sections.map(({ name }) => name).toSorted()).toEqual(finished.toSorted());
  expect(sections.flatMap(({ uncited }) => uncited)).toEqual([]);
});

test('what does not apply is a requirement that no test cites', () => {
  const cited = new Set(citations.map(({ id }) => id));

  expect(Object.keys(exceptions).filter((id) => cited.has(id) || !Object.hasOwn(requirements, id))).toEqual([]);
});

test('a requirement is one sentence', () => {
  const odd = Object.values(requirements).filter((text) => !/^[A-Z].*\w\.$/.test(text) || text.includes('. '));

  expect(odd).toEqual([]);
});
