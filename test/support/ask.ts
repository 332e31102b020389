import { type IncomingHttpHeaders, request } from 'node:http';
import { type Agent, request as secureRequest } from 'node:https';
import { text } from 'node:stream/consumers';

export interface AskOptions {
  /** Ask through this Unix socket. */
  readonly socketPath?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Speak TLS and believe only this certificate. */
  readonly ca?: string;
  /** Ask from this address of the machine. */
  readonly localAddress?: string;
  /** Speak TLS over the connections of this one, instead of over one of its own. */
  readonly agent?: Agent;
}

export interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** One request where `fetch` cannot go: through a Unix socket, or to a certificate of ours. */
export async function ask(url: string, options: AskOptions = {}): Promise<Answer> {
  const { socketPath, method = 'GET', headers, body, ca, localAddress, agent } = options;
  return new Promise((resolve, reject) => {
    const send = ca === undefined && agent === undefined ? request : secureRequest;
    // The name the certificate is for, whatever host the request names.
    const servername = 'localhost';
    const req = send(
      url,
      { method, headers, socketPath, ca, localAddress, servername, agent: agent ?? false },
      (res) => {
        text(res).then((received) => resolve({ status: res.statusCode, headers: res.headers, text: received }), reject);
      },
    );
    req.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}
