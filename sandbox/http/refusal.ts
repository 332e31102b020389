/** An answer other than success. Thrown anywhere below the router, which sends it as it is. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(`${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Request Entity Too Large',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** `{"message":"<status> <text>"}`, the application family; with a reason `403 Forbidden - <reason>`. */
export function refused(status: number, reason?: string): Refusal {
  const title = titles[status] ?? 'Error';
  return new Refusal(status, {
    message: reason === undefined ? `${status} ${title}` : `${status} ${title} - ${reason}`,
  });
}

export function unauthorized(): Refusal {
  return refused(401);
}

export function forbidden(reason?: string): Refusal {
  return refused(403, reason);
}

/** A finder that names what it looked for: `404 Project Not Found`. Without a name: `404 Not Found`. */
export function notFound(thing?: string): Refusal {
  return new Refusal(404, { message: thing === undefined ? '404 Not Found' : `404 ${thing} Not Found` });
}

/** A look-up by id or iid inside a parent one can see; GitLab spells this one with a small f. */
export function noRecord(): Refusal {
  return new Refusal(404, { message: '404 Not found' });
}

export function badRequest(reason: string): Refusal {
  return refused(400, reason);
}

/** A record that does not validate: `{"message":{"title":["can't be blank"]}}`. */
export function invalidRecord(problems: Readonly<Record<string, readonly string[]>>): Refusal {
  return new Refusal(400, { message: problems });
}

/** Parameter validation and routing: `{"error":"title is missing"}`. */
export function invalidParameters(error: string, status = 400): Refusal {
  return new Refusal(status, { error });
}

/** A service that says no in its own words: `{"message":"Branch already exists"}`. */
export function failure(status: number, message: unknown): Refusal {
  return new Refusal(status, { message });
}

export function conflict(message: string): Refusal {
  return failure(409, message);
}

/** The OAuth family. With a status of 401 the challenge header repeats it. */
export function oauthError(
  status: number,
  error: string,
  description: string,
  extra: Record<string, unknown> = {},
): Refusal {
  const headers: Record<string, string> =
    status === 401
      ? {
          'WWW-Authenticate': `Bearer realm="Protected by OAuth 2.0", error="${error}", error_description="${description}"`,
        }
      : {};
  return new Refusal(status, { error, error_description: description, ...extra }, headers);
}
