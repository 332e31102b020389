import { formatTable } from '../report.ts';
import type { Measured, Taken } from './measure.ts';
import { surfaces } from './task.ts';

/** Four bytes a token is the usual rule of thumb for English and JSON. */
function tokens(bytes: number): string {
  return Math.round(bytes / 4).toLocaleString('en-US');
}

/** `bench/tasks/results.md` as it should be. */
export function formatResults({ lists, taken }: Measured): string {
  const started = surfaces.map((surface) => {
    const { tools, bytes } = lists[surface];
    return [surface, tools.toLocaleString('en-US'), bytes.toLocaleString('en-US'), tokens(bytes)];
  });
  const perSurface = surfaces.map((surface) => {
    const rows = taken.map(({ task, on }) => rowOf(task.name, on[surface]));
    const sum = taken.map(({ on }) => on[surface]).reduce(add);
    return `## ${surface}\n\n${formatTable([head, ...rows, rowOf('All ten', sum)])}`;
  });
  return [
    '# What it takes to get something done',
    `Written by \`npm run bench:tasks\`, which has ten tasks done on every surface, each from the start of the built server to
its result in GitLab, over stdio and over HTTP. Both take the same. The client knows nothing but what the server says: it
searches on \`dynamic\`, reads the resource of an action on \`meta\` where the list does not name a param, and confirms when it
is asked to. Out is what a model writes, in is the content of results as it reads them, and a token is taken for four bytes.
Of the requests to GitLab the first four tell whose the token is and what it may do.`,
    '## Before anything is done',
    formatTable([['surface', 'tools', 'bytes of the list', 'tokens'], ...started]),
    ...perSurface,
  ]
    .join('\n\n')
    .concat('\n');
}

const head = ['task', 'calls', 'bytes out', 'bytes in', 'tokens', 'GitLab requests'];

function rowOf(name: string, { calls, bytesOut, bytesIn, requests }: Taken): readonly string[] {
  const [out, read] = [bytesOut, bytesIn].map((bytes) => bytes.toLocaleString('en-US'));
  return [name, String(calls), out ?? '', read ?? '', tokens(bytesOut + bytesIn), String(requests)];
}

function add(sum: Taken, more: Taken): Taken {
  return {
    calls: sum.calls + more.calls,
    bytesOut: sum.bytesOut + more.bytesOut,
    bytesIn: sum.bytesIn + more.bytesIn,
    requests: sum.requests + more.requests,
  };
}
