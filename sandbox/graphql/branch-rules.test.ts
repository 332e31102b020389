import { describe, expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

const query = (fields: string) => `query Rules($path: ID!) {
  project(fullPath: $path) { branchRules(first: 10) { nodes { name isDefault ${fields} } pageInfo { hasNextPage } } }
}`;

describe('branch rules over GraphQL (§9)', () => {
  const variables = { path: 'orbital/ground-station' };
  const access =
    'branchProtection { allowForcePush pushAccessLevels { nodes { accessLevel accessLevelDescription } } }';

  test('each protection is a rule, with the branches it covers', async () => {
    await using client = await startWithClient();

    const { json } = await client.askRoot('/api/graphql', {
      method: 'POST',
      as: 'bob',
      body: { query: query(`matchingBranchesCount ${access}`), variables },
    });

    const rules = [
      { name: 'main', isDefault: true, matchingBranchesCount: 1 },
      {
        name: 'release/*',
        isDefault: false,
        matchingBranchesCount: 1,
        branchProtection: { pushAccessLevels: { nodes: [{ accessLevel: 0, accessLevelDescription: 'No one' }] } },
      },
    ];
    expect(json).toMatchObject({ data: { project: { branchRules: { nodes: rules } } } });
  });

  test('approvals exist in an Enterprise build only; a Community one does not know the field', async () => {
    const ask = async (edition: 'ce' | 'ee') => {
      await using client = await startWithClient({ edition });
      const body = { query: query('approvalRules { nodes { name } }'), variables };
      return (await client.askRoot('/api/graphql', { method: 'POST', as: 'alice', body })).json;
    };

    expect(await ask('ee')).toHaveProperty('data.project.branchRules.nodes[0].approvalRules', { nodes: [] });
    expect(await ask('ce')).toMatchObject({
      errors: [{ extensions: { code: 'undefinedField', typeName: 'BranchRule', fieldName: 'approvalRules' } }],
    });
  });
});
