import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, jsonAnswer } from '../http/answer.ts';
import type { RawParams } from '../http/query.ts';
import { oauthState } from '../world/applications.ts';
import type { World } from '../world/world.ts';
import { signedIn } from './authorize.ts';
import { authenticateClient } from './clients.ts';
import { noStore, oauthRefusal } from './errors.ts';
import { form, page } from './html.ts';
import { requested } from './token.ts';

const lifetimeSeconds = 300;
const intervalSeconds = 5;

/** `POST /oauth/authorize_device`: a code to type in on another device. */
export function startDevice(world: World, headers: IncomingHttpHeaders, params: RawParams): Answer {
  const application = authenticateClient(world, headers, params);
  if (application === undefined) throw oauthRefusal('invalid_client');
  const deviceCode = world.hex(64);
  const userCode = world.hex(8).toUpperCase();
  const now = world.clock.now();
  world.state(oauthState).devices.set(deviceCode, {
    deviceCode,
    userCode,
    application,
    scopes: requested(application, params),
    expiresAtMs: now + lifetimeSeconds * 1000,
    nextPollAtMs: now,
    decision: undefined,
  });
  const address = world.url('/oauth/device');
  return jsonAnswer(
    200,
    {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: address,
      verification_uri_complete: `${address}?user_code=${userCode}`,
      expires_in: lifetimeSeconds,
      interval: intervalSeconds,
    },
    noStore,
  );
}

export function showDevice(params: RawParams): Answer {
  const code = /^[0-9A-F]{8}$/.test(String(params['user_code'])) ? String(params['user_code']) : '';
  return page(
    200,
    'Connect a device',
    form('/oauth/device', [
      `<input name="user_code" value="${code}">`,
      '<button name="decision" value="authorize">Authorize</button>',
      '<button name="decision" value="deny">Deny</button>',
    ]),
  );
}

/** `POST /oauth/device`: the answer of the user who typed the code. */
export function decideDevice(world: World, headers: IncomingHttpHeaders, params: RawParams): Answer {
  const user = signedIn(world, headers);
  const devices = [...world.state(oauthState).devices.values()];
  const device = devices.find(
    ({ userCode, expiresAtMs }) => userCode === params['user_code'] && expiresAtMs > world.clock.now(),
  );
  if (user === undefined || device === undefined) return page(422, 'Invalid code', '');
  device.decision = params['decision'] === 'authorize' ? { userId: user.id } : 'denied';
  return page(200, 'You can close this page', '');
}
