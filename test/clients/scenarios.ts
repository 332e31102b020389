import { join } from 'node:path';
import { expect } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/start.ts';
import { runForJson } from './real-clients.ts';

/** Ways to run the scenarios of a script in this folder; each gives what the script saw. */
export function scenariosOf(interpreter: string, script: string) {
  const runScenario = async (gitlab: Sandbox, name: string): Promise<unknown> => {
    const seen = await runForJson(interpreter, [join(import.meta.dirname, script), name], {
      GITLAB_URL: gitlab.url,
      GITLAB_TOKENS: JSON.stringify(gitlab.tokens),
    });
    // What a client saw as a 500 is a mistake of the sandbox, whatever the scenario made of it.
    expect(gitlab.failures).toEqual([]);
    return seen;
  };
  /** Against a sandbox of its own. */
  const see = async (name: string, options: SandboxOptions = {}): Promise<unknown> => {
    await using gitlab = await startSandbox({ clock: 'manual', ...options });
    return await runScenario(gitlab, name);
  };
  return { runScenario, see };
}
