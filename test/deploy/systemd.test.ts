import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { isMissing, root, runTool } from '../support/tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'systemd-'));
afterAll(() => rmSync(folder, { recursive: true }));
const unit = join(folder, 'gitlab-mcp-server.service');
const text = readFileSync(join(root, 'deploy/systemd/gitlab-mcp-server.service'), 'utf8');
const dropIn = readFileSync(join(root, 'deploy/systemd/unix-socket.conf'), 'utf8');
// systemd looks for the program, and here it is not installed.
writeFileSync(unit, text.replaceAll('/usr/local/bin/gitlab-mcp-server', '/bin/true'));

describe('the systemd unit', () => {
  test.skipIf(isMissing('systemd-analyze'))('DOCKER-01: systemd finds nothing wrong with it', () => {
    expect(runTool('systemd-analyze', ['verify', '--man=no', unit])).toEqual({ status: 0, output: '' });
  });

  test.skipIf(isMissing('systemd-analyze'))('DOCKER-01: systemd finds nothing wrong with it on a Unix socket', () => {
    const other = join(folder, 'other');
    mkdirSync(join(other, 'gitlab-mcp-server.service.d'), { recursive: true });
    const path = join(other, 'gitlab-mcp-server.service');
    writeFileSync(path, readFileSync(unit, 'utf8'));
    writeFileSync(
      join(other, 'gitlab-mcp-server.service.d/unix-socket.conf'),
      dropIn.replaceAll('/usr/local/bin/gitlab-mcp-server', '/bin/true'),
    );

    expect(runTool('systemd-analyze', ['verify', '--man=no', path])).toEqual({ status: 0, output: '' });
  });

  test.skipIf(isMissing('systemd-analyze'))('DOCKER-01: its exposure is 1.5 of 10 at most', () => {
    const { status, output } = runTool('systemd-analyze', ['security', '--offline=true', '--threshold=15', unit]);

    expect([status, output]).toEqual([0, expect.stringMatching(/Overall exposure level for \S+: 1\.\d OK/)]);
  });

  test.each([
    ['a port', text, 'tcp'],
    ['a socket', dropIn, 'unix'],
  ])('DOCKER-01: on %s its command serves over HTTP', (_, lines, kind) => {
    const argv = /^ExecStart=\/usr\/local\/bin\/gitlab-mcp-server (.+)$/m.exec(lines)?.[1]?.split(' ') ?? [];

    const plan = loadConfig({
      argv,
      environment: { GITLAB_URL: 'https://gitlab.example.com' },
      dotenvFiles: {},
      stdinKind: 'null-device',
    });

    expect(plan).toMatchObject({
      command: 'serve',
      transport: 'http',
      warnings: [],
      config: { listen: { address: { kind } } },
    });
  });
});
