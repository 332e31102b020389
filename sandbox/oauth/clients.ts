import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type RawParams, textOf } from '../http/query.ts';
import { type Application, oauthState } from '../world/applications.ts';
import type { World } from '../world/world.ts';

/** The client of a request, proven by its secret if it has one; undefined when it is unknown or proves nothing. */
export function authenticateClient(
  world: World,
  headers: IncomingHttpHeaders,
  params: RawParams,
): Application | undefined {
  const presented = fromBasic(headers.authorization) ?? {
    uid: textOf(params, 'client_id') ?? '',
    secret: textOf(params, 'client_secret') ?? '',
  };
  const application = world.state(oauthState).applications.get(presented.uid);
  if (application === undefined) return undefined;
  return application.secret === undefined || isEqual(application.secret, presented.secret) ? application : undefined;
}

function fromBasic(authorization: string | undefined): { uid: string; secret: string } | undefined {
  const encoded = /^Basic +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [uid = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':', 2);
  return { uid, secret };
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Whether a client may be sent to that address. RFC 8252 section 7.3: on a loopback address the port is free. */
export function isRegistered(application: Application, redirectUri: string): boolean {
  return application.redirectUris.some(
    (registered) => registered === redirectUri || isSameLoopback(registered, redirectUri),
  );
}

function isSameLoopback(registered: string, wanted: string): boolean {
  const [a, b] = [URL.parse(registered), URL.parse(wanted)];
  if (a === null || b === null || a.protocol !== 'http:' || b.protocol !== 'http:') return false;
  const isLoopback = (host: string) => host === '127.0.0.1' || host === '[::1]';
  return isLoopback(a.hostname) && a.hostname === b.hostname && a.pathname === b.pathname && a.search === b.search;
}
