import { errorKinds, type Remedy } from '../../src/errors/app-error.ts';

/** `docs/reference/errors.md`: every failure the program can report, from the table of error codes. */
export function renderErrorsPage(): string {
  const rows = Object.entries(errorKinds).map(
    ([code, { http, rpc, cause, remedy }]) =>
      `| \`${code}\` | ${cause} | ${isHttp(code) ? http : ''} | ${code === 'config.invalid' ? '' : rpc} | ${remedies[remedy]} |`,
  );
  return `# Error codes

Generated from the table of error codes by \`npm run reference\`; edit the table, not this page. What to do about each as an
operator is in [Operate it](../guides/operate.md#what-each-refusal-means).

The names in the first column are those of the [diagnostics page](../guides/operate.md#look-at-one-process) and of \`code\` in
the log. A client sees the number: as \`error.code\` of a JSON-RPC error, with the HTTP status beside it where the request was
turned away before a method was run. What goes wrong within a tool call is a result with \`isError: true\` and a text that says
what to do next, and has no number. \`limit.rate\` stays within the protocol for everybody, and \`limit.busy\` for revisions
before 2026-07-28: a tool result that says so, an empty completion, or -42900.

-40100, -40300, -42900 and -50300 are an HTTP status times -100; the other numbers are those of JSON-RPC and MCP.

| Code | What happened | HTTP | JSON-RPC | Who can mend it |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}

/** Only what ends a request at the door has a status of its own. */
function isHttp(code: string): boolean {
  return /^(request|auth)\.|^limit\.(busy|connections)$/.test(code) && code !== 'request.params';
}

const remedies: Readonly<Record<Remedy, string>> = {
  'fix-request': 'the caller, with another request',
  'fix-credential': 'the caller, with another token',
  wait: 'time',
  'ask-user': 'the user',
  operator: 'the operator',
  report: 'we: report it',
};
