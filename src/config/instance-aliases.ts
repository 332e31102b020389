import { instanceUrl } from './addresses.ts';
import { type Variable, describeOrigin } from './environment.ts';

/**
 * Variables of other GitLab programs that people take for ours. A client started with one of them would
 * otherwise talk to gitlab.com, with a token that was meant for another instance.
 */
const aliases = ['GITLAB_API_URL', 'GITLAB_HOST', 'CI_SERVER_URL', 'CI_API_V4_URL'] as const;

/** A sentence for every such variable that names an instance we would not connect to. */
export function findStrayInstances(
  variables: ReadonlyMap<string, Variable>,
  instances: { readonly urls: readonly string[]; readonly chosen: boolean; readonly setting: string },
): readonly string[] {
  const { urls, chosen, setting } = instances;
  return aliases.flatMap((alias) => {
    const variable = variables.get(alias);
    if (variable === undefined) return [];
    const label = `${alias} ${describeOrigin(variable)}`;
    if (!chosen) return [`${label} is not read: name the instance in ${setting}`];
    return urls.some((url) => isSameInstance(variable.value, url))
      ? []
      : [`${label} names another instance than ${setting}: unset it, or correct the one that is wrong`];
  });
}

/** These variables often hold a bare host; then the scheme says nothing. */
function isSameInstance(alias: string, url: string): boolean {
  const hasScheme = alias.includes('://');
  const candidates = hasScheme ? [alias] : [`https://${alias}`, `http://${alias}`];
  return candidates.some((candidate) => {
    const parsed = instanceUrl.parse(candidate);
    return parsed.ok && parsed.value === url;
  });
}
