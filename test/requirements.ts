/**
 * What the product promises, in the words of whoever relies on it. Titles of tests cite these IDs;
 * `npm run requirements:report` shows which are proven and which are not.
 */
export const requirements = {
  // Start and configuration
  'START-01': 'You choose stdio or HTTP with --transport or --http, and auto takes HTTP only when nobody is on stdin.',
  'START-02':
    'Over HTTP the program listens on port 8080 and answers MCP at /, at /mcp and at the path of the public URL.',
  'START-03': 'An HTTP server does not start until it knows which GitLab it serves.',
  'START-04':
    'Letting callers name any GitLab is possible only on a loopback address or a Unix socket, and is warned about.',
  'START-05': 'A flag beats its variable, a variable beats the default, and nothing a client sends changes a setting.',
  'START-06':
    'A stdio server names the HTTP flags it ignores, and does not start when ignoring one would widen what it allows.',
  'START-07':
    'Every flag has its documented default and range, and a value outside the range refuses the start by name.',
  'START-08': 'A TLS certificate and its key come together and fit, or the server does not start.',
  'START-09': 'OAuth mode starts only with a public https URL, https instances and verified certificates.',
  'START-10':
    'The name of the forwarding header and the list of proxies that may send it are set together or not at all.',
  'START-11': 'A setting that gives something up, such as progress or scaling, says so when the server starts.',
  'START-12': 'The diagnostics listener opens on a loopback address only.',
  'START-13': 'Settings can come from a file in the home directory and from one that you name, and the named one wins.',
  'START-14': 'Commands that print something and exit work the same in both transports and have fixed exit codes.',
  'START-15': 'Every other documented flag and variable is read, checked and does what the reference page says.',

  // Which GitLab
  'INST-01': 'With one published GitLab a client cannot pick another, and an attempt is reported.',
  'INST-02':
    'With several published, each request names one of them, and any other is refused without being contacted.',
  'INST-03': 'With none published, each request names its own GitLab, and private or metadata addresses are refused.',
  'INST-04': 'Two spellings of the same instance URL are the same instance.',
  'INST-05': 'A header named like a server setting has no effect, and its name, never its value, is logged.',

  // Where connections may go
  'OUT-01': 'An address is judged after its name is resolved, for the first request and for every redirect.',
  'OUT-02': 'The operator may name any address, except those of cloud metadata services.',
  'OUT-03': 'An address that a caller or a redirect names must be public unless the operator allows private ones.',
  'OUT-04': 'A redirect may lead into the private network in which the operator put the instance itself.',
  'OUT-05': 'Cloud metadata addresses are never contacted.',
  'OUT-06':
    'Through a proxy, a destination spelled as an address is still judged, and hosts exempt from the proxy are too.',
  'OUT-07': 'A refused address is a 400 when the header spells it and a tool error when its name resolves to it.',
  'OUT-08': 'A credential is not carried along when a redirect leads to another host.',

  // Reading the credential
  'AUTH-01': 'A token is read from PRIVATE-TOKEN or Bearer, the first wins, and OAuth mode reads Bearer alone.',
  'AUTH-02': 'A request without a token gets a 401 that tells how to send one.',
  'AUTH-03': 'A missing token counts as a failure of the address, and is logged at most once a minute.',
  'AUTH-04': 'No form, prefix or length of a token is demanded.',

  // Refusals
  'REJ-01': 'No credential is 401 with code -40100 and a challenge.',
  'REJ-02': 'A credential that GitLab rejects is 401 with code -40100 and a challenge.',
  'REJ-03': 'A token issued to an application that is not admitted is 401 and says where to read more.',
  'REJ-04': 'A fine-grained token that may not read its own user is 403, and nobody is charged for it.',
  'REJ-05': 'A token without the least scope is 403, and nobody is charged for it.',
  'REJ-06': 'In OAuth mode a GitLab that is not published is 403.',
  'REJ-07': 'A Host that nobody declared is 403 on every path.',
  'REJ-08': 'A web page of an origin that is not trusted is 403.',
  'REJ-09': 'In legacy mode a GitLab that is not published is 400.',
  'REJ-10': 'A GITLAB-URL that is missing where needed, malformed or refused is 400.',
  'REJ-11': 'A protocol version that is not served is 400 with the list of those that are.',
  'REJ-12': 'A session that was not opened here by this credential is 404.',
  'REJ-13': 'A locked address is 429 and is told how long to wait.',
  'REJ-14': 'When no place to verify comes free in time the answer is 503, not a verdict.',
  'REJ-15': 'When GitLab cannot say whose OAuth token it is, the answer is 503 with a time to retry.',
  'REJ-16': 'A full server answers 503 with a time to retry and closes the connection.',
  'REJ-17': 'A server with no room for another session answers 503 in the same way.',
  'REJ-18': 'A credential that is already served goes on working while its address is locked.',
  'REJ-19': 'The codes of our own are the HTTP status times minus one hundred.',

  // Verification
  'VER-01': 'A new credential is verified once, in one of a fixed number of slots and within seconds.',
  'VER-02': 'Only a clear no from GitLab rejects a credential, an outage does not.',
  'VER-03': 'A rejected token is forgotten at once in legacy mode and remembered for five minutes in OAuth mode.',
  'VER-04': 'A served credential is asked about again at intervals, at the latest after an hour, and after a 401.',
  'VER-05': 'A token needs read_api or api, and one without is told to be replaced.',
  'VER-06': 'That a token falls short is remembered for five minutes, whatever the scope settings are.',
  'VER-07': 'A token that falls short costs no tier lookup, and one whose scopes cannot be read is admitted.',
  'VER-08': 'In OAuth mode every method but a CORS preflight needs a token.',

  // When GitLab says 401 later
  'R401-01': 'A 401 that names the token ends everything served for it.',
  'R401-02': 'A 401 without a reason is checked with GitLab before anything is dropped.',
  'R401-03': 'A check that finds too few scopes ends the credential, and that is remembered.',
  'R401-04': 'A watched object that answers 401 ends its own watch and nothing else.',

  // Fine-grained tokens
  'FG-01': 'A fine-grained token that may not read its user is told what to grant.',
  'FG-02': 'A fine-grained token is not turned away for having no classic scope.',
  'FG-03': 'What a fine-grained token may do is read when it is admitted and again at each check.',
  'FG-04': 'A fine-grained token sees only what it may do, on a server it shares with others.',
  'FG-05': 'Ignoring scopes lifts the filter and keeps the least scope.',

  // OAuth
  'OAUTH-01': 'The metadata document stands at the one place RFC 9728 gives it and repeats the public URL exactly.',
  'OAUTH-02': 'The challenge of a 401 names the scope and the metadata document.',
  'OAUTH-03': 'A personal access token sent as Bearer works.',
  'OAUTH-04': 'A verified identity is kept for a bounded time, without the token.',
  'OAUTH-05': 'Verifying new tokens is bounded in number and time, and known ones never wait.',
  'OAUTH-06': 'An invalid token is 401, counts against its address and is remembered for five minutes.',
  'OAUTH-07': 'The operator reads about full, abandoned and failed verifications, without names or addresses.',
  'OAUTH-08': 'When applications are listed, only their tokens are admitted.',
  'OAUTH-09': 'A token that can only read is served what reads.',
  'OAUTH-10': 'In OAuth mode PRIVATE-TOKEN alone is no credential.',
  'OAUTH-11': 'What one GitLab says of a token does not count at another.',

  // Budgets of an address
  'BUDGET-01': 'An address that fails too often waits for the rest of the window.',
  'BUDGET-02': 'An address that tries many different credentials waits longer each time.',
  'BUDGET-03': 'What is not a wrong credential is not charged.',
  'BUDGET-04': 'An address is the peer, or what a trusted proxy says it is.',

  // Transports and revisions
  'STATELESS-01': 'By default each POST stands alone and sessions do not exist.',
  'STATELESS-02': 'GET and DELETE on the endpoint are 405 and name POST.',
  'STATELESS-03': 'Without a session a question to the user travels in the answer, or is replaced by confirm.',
  'STATELESS-04': 'Answers are event streams, or one JSON document when the operator prefers that.',
  'STATELESS-05': 'Without sessions resources/subscribe is refused with the way out, and subscriptions/listen works.',
  'REV-01':
    'Five protocol revisions are served, four with sessions, and a request without a version is not refused for it.',
  'STATEFUL-01': 'With sessions on, a session is opened, streamed, ended and timed out, for its owner alone.',
  'STATEFUL-02': 'A session that ran out is 404, and initialize opens another.',
  'BODY-01': 'A body over the limit is 413.',

  // Hints, cancellation, time
  'HINT-01': 'Every answer that may be kept says for how long and by whom.',
  'HINT-02': 'Proxies can read the action from a header, and a header that differs from the body is refused.',
  'CANCEL-01': 'Cancelling a call, or hanging up, stops our requests to GitLab in every revision.',
  'TIMEOUT-01': 'An action that takes too long is cancelled.',

  // The pool
  'POOL-01': 'Credentials are kept by digest, in memory, up to a fixed number.',
  'POOL-02': 'The same token at the same GitLab shares one entry, and everything else is apart.',
  'POOL-03': 'Clients that see the same things share one server.',
  'POOL-04': 'A request reaches GitLab through its own credential or not at all.',
  'POOL-05': 'The tier is found from the licence, then the plans, then taken as free, unless it is fixed.',
  'POOL-06': 'A full pool gives up what was used longest ago, subscribers last.',
  'POOL-07': 'What nobody uses is given back, and nothing lives longer than an hour unchecked.',
  'POOL-08': 'A client whose credential is given up is told why.',
  'POOL-09': 'Logs name a credential by a hash that means nothing outside the process.',
  'POOL-10': 'Open streams and watchers have ceilings per process and per credential.',

  // Streams
  'SSE-01': 'A stream has no deadline for writing and asks proxies not to hold it back.',
  'SSE-02': 'A silent stream sends a sign of life every 25 seconds.',
  'SSE-03': 'Other answers are written within a minute, and idle connections stay open unless you say otherwise.',

  // Rates
  'RATE-01': 'Each credential has its own rate for calls that do work.',
  'RATE-02': 'Completions have ten times that rate, and beyond it they come back empty.',
  'RATE-03': 'Listing tools has its own rate, and a process lists only so many tools a second.',
  'RATE-04': 'A rate refusal is an answer in the protocol, never an HTTP 429.',
  'RATE-05': 'What is answered from memory is not limited, and a rate of zero limits nothing.',

  // Held calls and sessions
  'HELD-01': 'How many calls may wait at once follows from the descriptors the system grants.',
  'HELD-02': 'Every call that waits for GitLab holds a place from start to end, each call of a batch too.',
  'HELD-03': 'A full server says it is busy and charges nothing for it.',
  'HELD-04': 'The health check stays fast while the server is full.',
  'SESS-01': 'Sessions take at most half of the places for waiting calls.',

  // Host, listeners, end
  'HOST-01': 'Only declared host names are served where a browser could be tricked into calling us.',
  'HOST-02': 'Only listed origins and our own may call from a web page, unless all are allowed.',
  'SOCK-01': 'A Unix socket has the mode you set, replaces a dead one and never a live one.',
  'TLS-01': 'A renewed certificate is taken up without a restart, and a broken one is not.',
  'DRAIN-01': 'On a stop signal health turns to draining, then running work finishes, then the process ends.',

  // Documents
  'HEALTH-01': 'The health document says what runs and how it is set up, and nothing of its clients.',
  'CARD-01': 'A short server card stands at two addresses.',
  'CARD-02': 'A long server card lists everything the server offers.',
  'CARD-03': 'Public documents may be cached, are equal on every replica and have a strong ETag.',
  'CARD-04': 'A document we do not have is a plain 404.',
  'CARD-05': 'The cards say which way of subscribing works here.',

  // Logs
  'LOG-01': 'Logs are JSON lines on standard error with fixed names and units.',
  'LOG-02': 'No part of a token is ever written anywhere.',

  // Subscriptions
  'SUB-01': 'Subscribing is offered exactly when it is served.',
  'SUB-02': 'Twenty-six kinds of things can be watched.',
  'SUB-03': 'Anything else is refused without asking GitLab.',
  'SUB-04': 'Everything that says what can be watched says the same.',
  'SUB-05': 'You are told that you are subscribed only after the thing was read with your token.',
  'SUB-06': 'A second subscriber to the same thing costs nothing more.',
  'SUB-07': 'A change is what a reader would see, clocks that merely run are not.',
  'SUB-08': 'What is in motion is looked at often, what rests seldom, and what nobody follows rarely.',
  'SUB-09': 'Watchers are few per credential and per process, and a 429 slows all of that credential down.',
  'SUB-10': 'A new watcher may push out a forgotten one of the same credential, never one of another.',
  'SUB-11': 'A subscription that ends says why.',
  'SUB-12': 'One that covers several things ends when the last of them ends.',
  'SUB-13': 'Ordinary use keeps watchers alive, and an open stream keeps its own.',
  'SUB-14': 'Each notice says how often the thing is looked at and until when.',
  'SUB-15': 'A watched list is its first page, and says whether that is all.',
  'SUB-16': 'Each way a subscription is refused has its code and its remedy.',
  'SUB-17': 'Subscriptions work over stdio, in the old way and the new one.',
  'SUB-18': 'A notice reaches only the credential whose watcher made it.',

  // Footprint and shipping
  'MEM-01': 'An idle process, a credential, a call and a list stay within their budgets.',
  'DOCKER-01': 'The container runs without rights, checks its own health and also speaks stdio.',

  // Traps: inputs from the model
  'T-01': 'A number sent as text, with or without a sigil, is that number, and anything else is refused by name.',
  'T-02': 'A null that means nothing is left out, and one that means something is sent.',
  'T-03': 'One text where a list is wanted becomes a list, never single letters.',
  'T-04': 'A label with a comma in its name stays one label.',
  'T-05': 'Missing arguments are no arguments.',
  'T-06': 'Old and new global IDs of a work item name the same item.',
  'T-07': 'Filters that exclude each other are settled before GitLab sees them.',
  'T-08': 'A list that is narrower than it looks says so.',
  // Traps: paths and URLs
  'T-09': 'No value can move a request to another endpoint.',
  'T-10': 'A path is encoded exactly once, however it came.',
  'T-11': 'Dots in names stay.',
  'T-12': 'A proxy that decodes slashes is worked around and named.',
  'T-13': 'Every spelling of the instance URL leads to the right addresses.',
  'T-14': 'A path is looked up where GitLab takes only numbers.',
  'T-15': 'A group given for a project, or the reverse, is recognised and redirected.',
  'T-16': 'Editing a wiki page does not move it unless you ask for that.',
  // Traps: requests and time
  'T-17': 'Lists in a query are written the way GitLab reads them.',
  'T-18': 'A date is the same date in every time zone.',
  'T-19': 'Nested values arrive nested, so a diff comment stays a diff comment.',
  'T-20': 'Changing the text of a thread and resolving it are two requests in order.',
  // Traps: responses
  'T-21': 'Nothing that GitLab adds, drops or sets to null fails a call.',
  'T-22': 'A write that happened is a success, even when its answer cannot be read.',
  'T-23': 'Who approved is told on every tier.',
  'T-24': 'Structured content is always an object.',
  'T-25': 'What did not run is an error and promises nothing of a result.',
  'T-26': 'The text alone and the structured part alone are each enough to go on.',
  'T-27': 'Numbers stay numbers, large ones too.',
  'T-28': 'A web page in place of JSON is called that.',
  'T-29': 'An empty answer is a success that says what was done.',
  // Traps: volume
  'T-30': 'The tools that are listed by default fit every client.',
  'T-31': 'A diff says what of it is missing and how to get it.',
  'T-32': 'A part of a job log knows its place, and a huge log is never loaded whole.',
  'T-33': 'A job log is text that people can read.',
  'T-34': 'The next page is asked of the configured instance, whatever the link says.',
  'T-35': 'One call reads one page unless you ask for more, and never without end.',
  'T-36': 'Open threads are not buried under system notes.',
  // Traps: schemas
  'T-37': 'Input schemas are plain objects at the top, and either-or rules are checked when called.',
  'T-38': 'No schema caps an ID at 32 bits.',
  'T-39': 'Names are short enough for clients that put a prefix in front.',
  'T-40': 'No client gets a field that its protocol revision does not know.',
  'T-41': 'A capability is announced exactly when it is served.',
  'T-42': 'Descriptions hold no characters that gateways refuse.',
  // Traps: HTTP and sessions
  'T-43': 'An unknown session is 404, whatever its name.',
  'T-44': 'Sessions that are left behind are given back.',
  'T-45': 'Each answer belongs to its caller.',
  'T-46': 'A session cannot be used with another token.',
  'T-47': 'Quiet hours do not end a stdio process.',
  'T-48': 'A trusted web page can call us, and read our refusals.',
  'T-49': 'Loopback names work with any port, other names need to be declared.',
  'T-50': 'A forwarded address is read in every form, and believed only from a trusted proxy.',
  'T-51': 'Each way GitLab can be slow has its own limit and message.',
  'T-52': 'Every refusal of the endpoint is a JSON-RPC error.',
  // Traps: authentication and trust
  'T-53': 'A token that GitLab accepts but that cannot use the API is told so, and is no failed login.',
  'T-54': 'We ask a client for one scope.',
  'T-55': 'The metadata document exists at one address, and names our URL exactly.',
  'T-56': 'A token works in either header, and an impossible one is refused without harm.',
  'T-57': 'Tokens that expire are refreshed once, and a hiccup loses no login.',
  'T-58': 'Read-only mode cannot be got around through GraphQL.',
  'T-59': 'A download from object storage does not see the credential.',
  'T-60': 'A mistyped instance variable never means gitlab.com.',
  'T-61': 'A 401 for a missing permission does not end the credential.',
  // Traps: stdio and process
  'T-62': 'Standard output carries the protocol and nothing else.',
  'T-63': 'Settings and paths from Windows work.',
  'T-64': 'The server starts and lists its tools while GitLab is down.',
  // Traps: tiers, versions, limits
  'T-65': 'A refusal for the wrong tier names the tier and a way around.',
  'T-66': 'A token with groups of several tiers sees the highest.',
  'T-67': 'Every GraphQL document fits the schema, and a write that half succeeded says which half.',
  'T-68': 'An unknown version of GitLab opens the gate, and an upgrade is noticed.',
  'T-69': 'A rate limit of GitLab is waited out within bounds.',
  'T-70': 'An administrator without admin mode is told about admin mode.',
  // Traps: domains
  'T-71': 'A comment on a line needs the file, the line and the text.',
  'T-72': 'Draft comments keep their thread and are published knowingly.',
  'T-73': 'A note meant to be internal never stays public unnoticed.',
  'T-74': 'Waiting for a pipeline is short, can be resumed and can be stopped.',
  'T-75': 'Text from GitLab cannot hide or pose as ours.',
  'T-76': 'A download tells its type, size and checksum, and is never a flood.',
  'T-77': 'An upload keeps its name and its bytes.',
  'T-78': 'A write whose answer was lost is not repeated.',
  'T-79': 'A line that GitLab would run as a command is not run by accident.',
} as const satisfies Record<string, string>;

/** Promises that a product of this kind may have to make and this one does not, and why. No test can cite them. */
export const exceptions: Readonly<Partial<Record<keyof typeof requirements, string>>> = {
  'T-57': 'nothing here logs in at GitLab or renews a token: over HTTP the client does, and stdio has a fixed token',
};
