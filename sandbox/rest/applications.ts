import { notFound } from '../http/refusal.ts';
import { type Application, createApplication, oauthState } from '../world/applications.ts';
import type { World } from '../world/world.ts';
import { optional, requires } from './params.ts';
import type { Resource } from './routes.ts';

/** OAuth applications of the instance, for its administrators. */
export const applications: Resource = {
  routes(routes) {
    const admin = { access: 'admin', boundary: 'instance' } as const;
    const id = { id: requires.integer() };

    routes.get('/applications', { ...admin, permission: 'read_oauth_application' }, (call) =>
      call.page([...call.world.state(oauthState).applications.values()], present),
    );
    routes.post(
      '/applications',
      {
        ...admin,
        permission: 'create_oauth_application',
        params: {
          name: requires.string(),
          redirect_uri: requires.string(),
          scopes: requires.string({ blank: false }),
          confidential: optional.boolean({ default: true }),
        },
      },
      (call) => {
        const application = createApplication(call.world, {
          name: call.params.name,
          redirectUris: call.params.redirect_uri.split(/\s+/),
          scopes: call.params.scopes.split(/[\s,]+/),
          confidential: call.params.confidential,
        });
        return { ...present(application), secret: application.secret ?? null };
      },
    );
    routes.delete('/applications/:id', { ...admin, permission: 'delete_oauth_application', params: id }, (call) => {
      const { uid } = find(call.world, call.params.id);
      call.world.state(oauthState).applications.delete(uid);
    });
    routes.post(
      '/applications/:id/renew-secret',
      { ...admin, permission: 'update_oauth_application', params: id },
      (call) => {
        const application = find(call.world, call.params.id);
        application.secret = call.world.secret('gloas-') + call.world.hex(44);
        return { ...present(application), secret: application.secret };
      },
    );
  },
};

function find(world: World, id: number): Application {
  for (const application of world.state(oauthState).applications.values())
    if (application.id === id) return application;
  throw notFound('Application');
}

function present(application: Application) {
  return {
    id: application.id,
    application_id: application.uid,
    application_name: application.name,
    callback_url: application.redirectUris.join('\n'),
    confidential: application.secret !== undefined,
  };
}
