type Level = 'DEBUG' | 'INFO' | 'WARN' | 'ERROR';

/** A line of the log: what is said, how loud, with which fields beside `time`, `level` and `msg`, and what it means. */
export interface LogLine {
  readonly level: Level;
  readonly message: string;
  readonly fields: readonly string[];
  readonly meaning: string;
  /** A caller can cause it at will: at most one in this time, and the next one says how many it stands for. */
  readonly atMostEvery?: '10 s' | '1 min';
}

interface Chapter {
  readonly title: string;
  readonly lines: readonly LogLine[];
}

const call = ['duration', 'user', 'user_id', 'credential_hash'];
const failed = [...call, 'code', 'refusal_reason', 'status', 'error'];

function line(
  level: Level,
  message: string,
  fields: readonly string[],
  meaning: string,
  atMostEvery?: LogLine['atMostEvery'],
): LogLine {
  return { level, message, fields, meaning, ...(atMostEvery === undefined ? {} : { atMostEvery }) };
}

/** Every line the program writes. A test holds it against the source, both ways. */
export const logLines: readonly Chapter[] = [
  {
    title: 'Start and stop',
    lines: [
      line(
        'INFO',
        'starting MCP server in HTTP mode',
        'version commit build config_digest addr auth_mode max_clients held_requests_per_process stateful_sessions_per_process session_timeout stateless json_response trusted_proxy_header trusted_proxies drain_delay'.split(
          ' ',
        ),
        'It listens. `stateful_sessions_per_process` with `--stateless=false` only.',
      ),
      line(
        'INFO',
        'starting MCP server in stdio mode',
        ['version', 'commit', 'build', 'gitlab_url'],
        'It reads standard input.',
      ),
      line('INFO', 'stopping', ['signal'], 'A signal asked it to stop.'),
      line('ERROR', 'stopping failed', ['error'], 'Something could not be closed; the process ends all the same.'),
      line(
        'ERROR',
        'unexpected failure, stopping',
        ['error', 'origin', 'at'],
        'A mistake of this program ends the process.',
      ),
      line('WARN', 'process warning', ['warning'], 'A warning or deprecation of Node.'),
      line(
        'DEBUG',
        'console output',
        ['text'],
        'Something a dependency wrote to the console; the level follows the method it used.',
      ),
      line(
        'WARN',
        'log lines dropped: standard error is not read',
        ['dropped'],
        'Nobody read standard error, and this many lines are lost.',
      ),
      line(
        'ERROR',
        'the catalog could not be loaded',
        ['error'],
        'A mistake of this program; the next request tries again.',
      ),
      line('INFO', 'diagnostics listener started', ['url'], '`--pprof-addr` listens.'),
      line('WARN', 'diagnostics failed', ['error'], 'A request to the diagnostics listener failed.'),
    ],
  },
  {
    title: 'Settings',
    lines: [
      line(
        'WARN',
        'a setting is not usable and was replaced',
        ['problem'],
        'A value that may not refuse the start; ERROR for some.',
      ),
      line('WARN', 'a variable of another program is not read', ['sentence'], 'It looks as if an instance was meant.'),
      line(
        'WARN',
        'a variable with the prefix of this program is not one of its settings',
        ['variable', 'file', 'did_you_mean'],
        'Probably mistyped.',
      ),
      line(
        'WARN',
        'arguments that are not flags end the command line and are not read',
        ['after', 'count'],
        'What stands behind them was not read either.',
      ),
      line(
        'WARN',
        'flags that only the HTTP transport reads are ignored on stdio',
        ['flags'],
        'INFO where the transport was chosen automatically.',
      ),
      line(
        'INFO',
        'GITLAB_TOKEN is not read over HTTP, where each request carries its own credential',
        [],
        'Unset it, or use stdio.',
      ),
      line('WARN', 'settings are read from the named env file', ['path'], '`--env-file` was read.'),
      line('WARN', 'the named env file is not read', ['path', 'reason'], 'It could not be.'),
      line(
        'WARN',
        'the named env file is a relative path, which depends on the working directory',
        ['path'],
        'Write it in full.',
      ),
      line('WARN', 'the env file in the home directory is not read', ['path', 'reason'], 'It could not be.'),
      line(
        'WARN',
        'a .env file in the working directory is not read; name it with --env-file to read it',
        ['path', 'keys', 'names'],
        'A checkout must not configure a server.',
      ),
      line('WARN', '--transport wins over --http', [], 'Both were given.'),
      line(
        'WARN',
        '--stateless=false keeps legacy sessions: replicas need sticky routing, and sessions are few',
        [],
        'The price of sessions.',
      ),
      line('WARN', '--json-response drops progress notifications', [], 'The price of plain JSON.'),
      line(
        'WARN',
        '--session-timeout=0 with --pool-idle-timeout=0 keeps an abandoned session until room is needed',
        [],
        'Nothing else ends it.',
      ),
      line(
        'WARN',
        '--session-timeout=0 keeps an abandoned session until its credential leaves the pool',
        [],
        'Nothing else ends it.',
      ),
      line(
        'WARN',
        '--allow-any-gitlab-url lets every caller choose where this server connects to',
        [],
        'The price of that setting.',
      ),
      line('WARN', '--allow-any-gitlab-url has no effect beside --gitlab-url', [], 'Remove one.'),
      line('WARN', '--trusted-origins=* lets every web page call this server', [], 'The price of that setting.'),
      line(
        'WARN',
        '--skip-tls-verify sends tokens to whoever answers in place of GitLab',
        [],
        'The price of that setting.',
      ),
      line('WARN', '--yolo-mode lets a model destroy things without a yes', [], 'The price of that setting.'),
      line('WARN', '--oauth-client-uid has no effect without --auth-mode=oauth', [], 'Remove it, or add the mode.'),
      line('WARN', 'listed descriptions are rewritten', ['substitutions'], '`--description-substitutions` is at work.'),
      line(
        'WARN',
        'a substitution would make a description too long and was not applied to it',
        ['description'],
        'The description stays as it is.',
      ),
      line(
        'WARN',
        'entries of --exclude-tools name nothing, so they take nothing away',
        ['names'],
        'Probably mistyped.',
      ),
      line(
        'WARN',
        'the individual surface lists a tool per action: many clients take no more than 40 to 128 tools',
        [],
        'Consider another surface.',
      ),
      line('INFO', 'TLS certificate pair read again', [], 'A new pair is served.'),
      line(
        'WARN',
        'TLS certificate pair cannot be used, the previous one stays',
        ['error'],
        'The files changed, and do not fit.',
      ),
    ],
  },
  {
    title: 'Telemetry',
    lines: [
      line(
        'INFO',
        'telemetry is exported',
        ['signals', 'protocols', 'endpoints', 'identity'],
        'Where it goes, without user name and password.',
      ),
      line(
        'ERROR',
        'telemetry is off: it could not be started',
        ['error'],
        'The error names the variable; the server serves without telemetry.',
      ),
      line(
        'WARN',
        'an OpenTelemetry variable is not understood, its default is used',
        ['problem'],
        'It names the variable.',
      ),
      line('ERROR', 'telemetry records nothing about callers', ['reason'], 'The key supplied cannot be used.'),
      line(
        'WARN',
        'a collector credential is configured against a plaintext endpoint on another host; it crosses the network in the clear on every export',
        ['signals'],
        'Use https.',
      ),
      line(
        'WARN',
        '--telemetry-identity-rotation is ignored beside GITLAB_MCP_TELEMETRY_IDENTITY_KEY',
        [],
        'A key that was supplied is never rotated here.',
      ),
      line('ERROR', 'telemetry could not be exported', ['diagnostic'], 'The collector is away or refuses.', '1 min'),
      line(
        'WARN',
        'telemetry reports a problem',
        ['diagnostic'],
        'Something the OpenTelemetry SDK has to say.',
        '1 min',
      ),
    ],
  },
  {
    title: 'Credentials',
    lines: [
      line(
        'INFO',
        'server pool: created new entry',
        ['pool_size', 'gitlab_url', 'tier', 'enterprise', 'tier_source', 'scopes_detected', 'credential_hash'],
        'A credential was verified and is served. `tier_source` is `detected` or `configured`.',
      ),
      line(
        'INFO',
        'token cannot write; serving a read-only tool surface for it',
        ['scopes', 'gitlab_url', 'credential_hash'],
        'It lacks the scope api.',
        '1 min',
      ),
      line(
        'INFO',
        'the tier could not be detected, free is assumed; GITLAB_MCP_TIER says it where it is another',
        ['gitlab_url', 'credential_hash'],
        'Neither the license nor a plan can be read with this token.',
        '1 min',
      ),
      line(
        'INFO',
        'server pool: evicted LRU entry',
        ['pool_size', 'max_size', 'gitlab_url', 'enterprise', 'in_use', 'credential_hash'],
        'Room was needed. `max_size` is `--max-http-clients`.',
      ),
      line(
        'WARN',
        'server pool: evicted an entry that was serving a subscription',
        ['pool_size', 'max_size', 'gitlab_url', 'enterprise', 'in_use', 'credential_hash'],
        'Room was needed and every entry was busy: a client lost its subscription. Raise `--max-http-clients`.',
      ),
      line(
        'INFO',
        'server pool: revalidation ended an entry',
        ['reason', 'gitlab_url', 'credential_hash'],
        'GitLab no longer accepts the credential.',
      ),
      line(
        'INFO',
        'request rejected: missing authentication token (set PRIVATE-TOKEN header or Authorization: Bearer)',
        [],
        'Legacy mode.',
        '1 min',
      ),
      line('INFO', 'request rejected: missing bearer token', [], 'OAuth mode.', '1 min'),
      line(
        'INFO',
        'request rejected: unusable authentication token',
        [],
        'No token has such characters, or there were several.',
        '1 min',
      ),
      line(
        'INFO',
        'request rejected: the fine-grained token may not read its own user',
        ['permissions', 'named', 'gitlab_url', 'credential_hash'],
        'It needs User: Read.',
        '1 min',
      ),
      line(
        'INFO',
        'fine-grained token: grant evaluated',
        ['phase', 'reasons', 'gitlab_version', 'judged_by', 'unknown_permissions', 'named', 'credential_hash'],
        'What is known of what the token may do.',
      ),
      line(
        'WARN',
        'GITLAB_TOKEN lacks the permission Metadata: Read: without the version of GitLab its grant cannot be evaluated, and GitLab judges every call',
        [],
        'Grant it.',
      ),
      line(
        'WARN',
        'token verification refused: every verification slot stayed busy',
        [],
        'GitLab is slow, or many new tokens came at once.',
        '1 min',
      ),
      line(
        'INFO',
        'token verification abandoned: the request ended before it was verified',
        [],
        'The client left.',
        '1 min',
      ),
      line(
        'ERROR',
        'token verification failed',
        ['gitlab_url', 'credential_hash', 'error'],
        'What GitLab answered cannot be read.',
      ),
      line(
        'DEBUG',
        'the scopes of a token could not be read, so they count as api',
        ['gitlab_url', 'credential_hash'],
        'OAuth mode.',
      ),
      line('ERROR', 'credential could not be verified', ['error'], 'stdio: a mistake of this program.'),
      line(
        'WARN',
        'request options ignored due to MCP configuration',
        ['ignored_options', 'credential_hash'],
        'Headers tried to change settings: their names, never their values.',
      ),
    ],
  },
  {
    title: 'Calls',
    lines: [
      ...['tool call', 'resource read', 'prompt'].flatMap((operation) => {
        const subject =
          { 'tool call': ['tool', 'action'], 'resource read': ['resource'], prompt: ['prompt'] }[operation] ?? [];
        return [
          line('INFO', `${operation} completed`, [...subject, ...call], 'It was answered.'),
          line('INFO', `${operation} canceled`, [...subject, ...call, 'reason'], 'The client gave it up.'),
          line(
            'INFO',
            `${operation} asked the user`,
            [...subject, ...call],
            'It ended with a question, and goes on with the answer.',
          ),
          line('INFO', `${operation} refused`, [...subject, ...failed], 'Declined for a reason the caller can mend.'),
          line('ERROR', `${operation} failed`, [...subject, ...failed], 'GitLab, the network or this program failed.'),
        ];
      }),
      line('ERROR', 'search failed', ['error'], 'A mistake of this program.'),
      line('ERROR', 'request failed', ['error'], 'A mistake of this program; the client was told no more than that.'),
      line('DEBUG', 'completion failed', ['argument', 'action', 'code'], 'Nothing was suggested.'),
      line(
        'DEBUG',
        'session ended',
        ['cause', 'credential_hash'],
        'Deleted, idle, its credential ended, or the server stops.',
      ),
      line('ERROR', 'the client could not be told of its tools', ['error'], 'stdio: a mistake of this program.'),
    ],
  },
  {
    title: 'Limits and broken requests',
    lines: [
      line(
        'WARN',
        'request refused: too many requests held across the process',
        ['scope', 'limit_held_requests'],
        'Raise the limit on descriptors, or add a replica.',
        '10 s',
      ),
      line(
        'WARN',
        'request refused: too many stateful sessions across the process',
        ['scope', 'limit_stateful_sessions'],
        'Raise the limit on descriptors, or add a replica.',
        '10 s',
      ),
      line(
        'WARN',
        'request refused: rate limit exceeded',
        ['scope', 'rate_limit_rps', 'rate_limit_burst', 'limit_tools_per_second', 'burst_tools', 'credential_hash'],
        'A client is faster than `--rate-limit-rps`; with the scope `process` the listings of all clients together are.',
        '10 s',
      ),
      line(
        'WARN',
        'connection ended: too many requests at once on it',
        ['limit_requests'],
        'More than a client sends in earnest.',
        '10 s',
      ),
      line(
        'WARN',
        'connection refused: too many connections across the process',
        ['scope', 'limit_connections'],
        'Raise the limit on descriptors.',
        '10 s',
      ),
      line(
        'INFO',
        'connection ended: what came is not a valid request',
        ['reason', 'peer'],
        'It could not be read, or two readers would read it differently.',
        '1 min',
      ),
      line('INFO', 'request refused: its body is too large', ['client'], 'Longer than `--max-body-bytes`.', '1 min'),
      line('INFO', 'request refused: its body stopped arriving', ['client'], 'A slow or stopped client.', '1 min'),
      line(
        'WARN',
        'subscription refused: too many watchers across the process',
        ['scope', 'limit_watchers', 'credential_hash'],
        'The ceiling of the process.',
      ),
      line(
        'WARN',
        'subscription refused: too many listens across the process',
        ['scope', 'limit_listens', 'credential_hash'],
        'The ceiling of the process.',
      ),
      line(
        'DEBUG',
        'watched resource could not be read',
        ['uri', 'error'],
        'ERROR when it is a mistake of this program.',
      ),
      line('ERROR', 'subscriber could not be told', ['uri', 'error'], 'A mistake of this program.'),
    ],
  },
];

export function renderLogLinesPage(): string {
  const chapters = logLines.map(
    ({ title, lines }) =>
      `## ${title}\n\n| Level | Message | Fields | Meaning |\n| --- | --- | --- | --- |\n${lines.map(renderLine).join('\n')}`,
  );
  return `# Log lines

Generated from \`scripts/reference/log-lines.ts\`, which a test holds against the source; do not edit.

The log is on standard error, one JSON object per line, with \`time\`, \`level\` and \`msg\` first. Durations are whole
nanoseconds. \`credential_hash\` names a credential for as long as the process runs and says nothing about it. No line shows a
token, an argument or a query. Lines that callers can cause at will are limited: the next one counts in
\`also_since_last_report\` how many it stands for.

${chapters.join('\n\n')}
`;
}

function renderLine({ level, message, fields, meaning, atMostEvery }: LogLine): string {
  const often = atMostEvery === undefined ? '' : ` At most one in ${atMostEvery}.`;
  return `| ${level} | \`${message}\` | ${fields.map((field) => `\`${field}\``).join(', ')} | ${meaning}${often} |`;
}
