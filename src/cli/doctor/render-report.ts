import { wrap } from '../wrap.ts';
import { type Finding, type Status, type Subject, count, subjects } from './finding.ts';

const marks: Readonly<Record<Status, string>> = { pass: 'ok', warn: 'warn', fail: 'FAIL' };
const indent = 8;

/** The findings by subject, in at most 80 columns; ends in a line break. */
export function renderReport(heading: string, findings: readonly Finding[]): string {
  // An entry of `subjects` is a Subject; Object.entries forgets the key type.
  const parts = (Object.entries(subjects) as [Subject, string][]).flatMap(([subject, title]) => {
    const own = findings.filter((finding) => finding.subject === subject);
    return own.length === 0 ? [] : [[title, ...own.map(renderFinding)].join('\n')];
  });
  return `${[heading, ...parts, summarise(findings)].join('\n\n')}\n`;
}

function renderFinding({ status, says, fix }: Finding): string {
  const text = wrap(says, indent);
  const marked = `  ${marks[status].padEnd(indent - 2)}${text.slice(indent)}`;
  return fix === undefined ? marked : `${marked}\n${wrap(`-> ${fix}`, indent)}`;
}

function summarise(findings: readonly Finding[]): string {
  const of = (status: Status): number => findings.filter((finding) => finding.status === status).length;
  const [failures, warnings] = [of('fail'), of('warn')];
  const clauses = [
    ...(failures === 0 ? [] : [`${count(failures, 'check')} failed`]),
    ...(warnings === 0 ? [] : [count(warnings, 'warning')]),
  ];
  return clauses.length === 0 ? 'All is well.' : `${clauses.join(', ')}, ${of('pass')} passed.`;
}
