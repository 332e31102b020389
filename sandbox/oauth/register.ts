import { type Answer, jsonAnswer } from '../http/answer.ts';
import type { RawParams } from '../http/query.ts';
import { Refusal } from '../http/refusal.ts';
import { createApplication } from '../world/applications.ts';
import type { World } from '../world/world.ts';

const maxNameLength = 200;

/** `POST /oauth/register`: a public client that may only ask for `mcp`, whatever it wishes for. */
export function registerClient(world: World, params: RawParams): Answer {
  if (!world.settings.dynamicRegistration) throw new Refusal(404, { error: '404 Not Found' });
  const uris = [params['redirect_uris']].flat().filter((uri) => typeof uri === 'string' && uri !== '');
  const redirectUris = uris.filter((uri): uri is string => typeof uri === 'string' && URL.canParse(uri));
  const name = typeof params['client_name'] === 'string' ? params['client_name'] : '';
  if (uris.length === 0 || redirectUris.length !== uris.length) throw invalid('Redirect URI must be an absolute URI.');
  if (name.length >= maxNameLength) throw invalid(`Client name must be shorter than ${maxNameLength} characters.`);

  const application = createApplication(world, {
    name: `[Unverified Dynamic Application] ${name}`.trim(),
    redirectUris,
    scopes: ['mcp'],
    dynamic: true,
  });
  return jsonAnswer(201, {
    client_id: application.uid,
    client_id_issued_at: Math.floor(world.clock.now() / 1000),
    redirect_uris: application.redirectUris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
    require_pkce: true,
    client_name: application.name,
    scope: 'mcp',
    dynamic: true,
  });
}

function invalid(description: string): Refusal {
  return new Refusal(400, { error: 'invalid_client_metadata', error_description: description });
}
