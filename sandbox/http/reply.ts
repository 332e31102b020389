/** An answer that is not JSON, or that has a status or headers of its own. A handler returns it. */
export class Reply {
  readonly status: number;
  readonly body: string | Buffer;
  readonly contentType: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    body: string | Buffer,
    options: { contentType?: string; headers?: Readonly<Record<string, string>> } = {},
  ) {
    this.status = status;
    this.body = body;
    this.contentType = options.contentType;
    this.headers = options.headers ?? {};
  }
}

/** Text as GitLab sends logs and raw files: no charset games. */
export function text(body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Reply {
  return new Reply(200, body, { contentType: 'text/plain', headers });
}

export function attachment(
  body: Buffer,
  filename: string,
  options: { contentType?: string; headers?: Readonly<Record<string, string>> } = {},
): Reply {
  return new Reply(200, body, {
    contentType: options.contentType ?? 'application/octet-stream',
    headers: {
      'Content-Disposition': `attachment; filename="${filename}"; filename*=UTF-8''${encodeURIComponent(filename)}`,
      ...options.headers,
    },
  });
}

export function redirect(status: 301 | 302, location: string, body: string): Reply {
  return new Reply(status, body, { contentType: 'text/plain', headers: { Location: location } });
}

/** `202 Accepted`, the answer to a deletion that happens in the background. */
export function accepted(): Reply {
  return new Reply(202, '{"message":"202 Accepted"}', { contentType: 'application/json' });
}

/** A status without any body. */
export function empty(status: number, headers: Readonly<Record<string, string>> = {}): Reply {
  return new Reply(status, '', { headers });
}
