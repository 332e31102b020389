import { invalidParameters } from '../http/refusal.ts';
import { defineState } from '../world/world.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';

interface Feature {
  readonly name: string;
  state: 'on' | 'off' | 'conditional';
  gates: { readonly key: string; readonly value: unknown }[];
}

const instanceState = defineState(() => ({
  /** Settings of the application by their wire names; more may be sent, and are kept. */
  settings: {
    id: 1,
    default_branch_name: null,
    default_projects_limit: 100_000,
    default_project_visibility: 'private',
    default_group_visibility: 'private',
    default_snippet_visibility: 'private',
    gravatar_enabled: true,
    home_page_url: null,
    max_attachment_size: 100,
    max_artifacts_size: 100,
    password_authentication_enabled_for_web: true,
    restricted_visibility_levels: [],
    session_expire_delay: 10_080,
    shared_runners_enabled: true,
    sign_in_text: null,
    signup_enabled: false,
    throttle_authenticated_api_enabled: false,
    throttle_authenticated_api_period_in_seconds: 3600,
    throttle_authenticated_api_requests_per_period: 7200,
    user_oauth_applications: true,
  } as Record<string, unknown>,
  appearance: {
    title: '',
    description: '',
    pwa_name: '',
    pwa_short_name: '',
    pwa_description: '',
    logo: null,
    header_logo: null,
    favicon: null,
    member_guidelines: '',
    new_project_guidelines: '',
    profile_image_guidelines: '',
    header_message: '',
    footer_message: '',
    message_background_color: '#E75E40',
    message_font_color: '#FFFFFF',
    email_header_and_footer_enabled: false,
  } as Record<string, unknown>,
  planLimits: {
    ci_instance_level_variables: 25,
    ci_pipeline_size: 0,
    ci_active_jobs: 0,
    ci_project_subscriptions: 2,
    ci_pipeline_schedules: 10,
    ci_needs_size_limit: 50,
    conan_max_file_size: 3_221_225_472,
    generic_packages_max_file_size: 5_368_709_120,
    helm_max_file_size: 5_242_880,
    maven_max_file_size: 3_221_225_472,
    npm_max_file_size: 524_288_000,
    nuget_max_file_size: 524_288_000,
    pypi_max_file_size: 3_221_225_472,
    terraform_module_max_file_size: 1_073_741_824,
    storage_size_limit: 0,
  } as Record<string, unknown>,
  features: new Map<string, Feature>(),
}));

const admin = { access: 'admin', boundary: 'instance' } as const;

/** How the instance is set up, for its administrators. */
export const applicationSettings: Resource = {
  routes(routes) {
    settings(routes);
    features(routes);
  },
};

function settings(routes: Routes): void {
  routes.get(
    '/application/settings',
    { ...admin, permission: 'read_application_setting' },
    (call) => call.world.state(instanceState).settings,
  );
  routes.put('/application/settings', { ...admin, permission: 'update_application_setting' }, (call) => {
    const { settings: current } = call.world.state(instanceState);
    return Object.assign(current, call.request.raw, { id: 1 });
  });
  routes.get(
    '/application/appearance',
    { ...admin, permission: 'read_application_appearance' },
    (call) => call.world.state(instanceState).appearance,
  );
  routes.put('/application/appearance', { ...admin, permission: 'update_application_appearance' }, (call) => {
    const { appearance } = call.world.state(instanceState);
    for (const name of Object.keys(appearance)) appearance[name] = call.request.raw[name] ?? appearance[name];
    return appearance;
  });

  const plan = {
    plan_name: optional.string({ values: ['default', 'free', 'bronze', 'silver', 'premium', 'gold', 'ultimate'] }),
  };
  routes.get(
    '/application/plan_limits',
    { ...admin, permission: 'read_plan_limit', params: plan },
    (call) => call.world.state(instanceState).planLimits,
  );
  routes.put(
    '/application/plan_limits',
    { ...admin, permission: 'update_plan_limit', params: { plan_name: requires.string() } },
    (call) => {
      const { planLimits } = call.world.state(instanceState);
      for (const name of Object.keys(planLimits)) {
        const value = call.request.raw[name];
        if (value !== undefined && Number.isNaN(Number(value))) throw invalidParameters(`${name} is invalid`);
        if (value !== undefined) planLimits[name] = Number(value);
      }
      return planLimits;
    },
  );
}

function features(routes: Routes): void {
  routes.get('/features', { ...admin, permission: 'read_feature' }, (call) =>
    call.page([...call.world.state(instanceState).features.values()], present),
  );
  routes.get('/features/definitions', { ...admin, permission: 'read_feature' }, (call) =>
    call.page(
      [
        {
          name: 'sandbox_example',
          type: 'development',
          group: 'group::example',
          milestone: '19.0',
          default_enabled: false,
        },
      ],
      (definition) => definition,
    ),
  );
  routes.post(
    '/features/:name',
    {
      ...admin,
      permission: 'update_feature',
      params: {
        value: requires.any(),
        user: optional.string(),
        group: optional.string(),
        project: optional.string(),
        force: optional.boolean(),
      },
    },
    (call) => {
      const { value, user, group, project } = call.params;
      const actors = [user, group, project].filter((actor) => actor !== undefined && actor !== null);
      const isOn = value === true || value === 'true';
      const feature: Feature = {
        name: call.path('name'),
        state: actors.length > 0 || !['true', 'false'].includes(String(value)) ? 'conditional' : isOn ? 'on' : 'off',
        gates:
          actors.length > 0
            ? [
                { key: 'boolean', value: false },
                { key: 'actors', value: actors },
              ]
            : [{ key: 'boolean', value: isOn }],
      };
      call.world.state(instanceState).features.set(feature.name, feature);
      return present(feature);
    },
  );
  routes.delete('/features/:name', { ...admin, permission: 'delete_feature' }, (call) => {
    call.world.state(instanceState).features.delete(call.path('name'));
  });
}

function present(feature: Feature) {
  return { name: feature.name, state: feature.state, gates: feature.gates, definition: null };
}
