import { crc32, deflateSync } from 'node:zlib';
import type { History } from '../history.ts';

/** The main project of the demo: a year of work on a satellite ground station, in TypeScript. */
export function groundStation(history: History, frameSpec: string): void {
  beginnings(history);
  scheduling(history);
  decoding(history, frameSpec);
  hardening(history);
  openWork(history);
}

function beginnings(history: History): void {
  history.commit({
    days: 369.9,
    by: 'alice',
    message: 'Initial commit',
    write: {
      'README.md': `# Ground Station

Schedules passes, points the antennas and decodes what comes down.
`,
    },
  });
  history.commit({
    days: 366,
    by: 'alice',
    message: 'Describe a rotator and drive it over serial',
    write: {
      'package.json': `{
  "name": "ground-station",
  "version": "0.1.0",
  "private": true,
  "type": "module",
  "scripts": {
    "build": "tsc",
    "test": "vitest run"
  }
}
`,
      'src/antenna/rotator.ts': `import { openPort } from './serial.ts';

/** Degrees: azimuth clockwise from north, elevation up from the horizon. */
export interface Direction {
  azimuth: number;
  elevation: number;
}

export class Rotator {
  readonly #port = openPort('/dev/ttyUSB0', 9600);

  async pointAt(direction: Direction): Promise<void> {
    const { azimuth, elevation } = direction;
    await this.#port.write(\`AZ\${azimuth.toFixed(1)} EL\${elevation.toFixed(1)}\\r\\n\`);
  }

  async stop(): Promise<void> {
    await this.#port.write('SA SE\\r\\n');
  }
}
`,
      'src/antenna/serial.ts': `import { open } from 'node:fs/promises';

export function openPort(path: string, baudRate: number) {
  const handle = open(path, 'r+');
  return {
    baudRate,
    async write(line: string): Promise<void> {
      await (await handle).write(line);
    },
  };
}
`,
      '.gitignore': 'node_modules/\ndist/\ncoverage/\n',
    },
  });
  history.commit({
    days: 352,
    by: 'alice',
    message: 'Add the licence',
    write: {
      LICENSE: `MIT License

Copyright (c) the Ground Station authors

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction.
`,
    },
  });
  history.commit({
    days: 340,
    by: 'bob',
    message: 'Run the tests in a pipeline',
    write: {
      '.gitlab-ci.yml': `image: node:22-alpine

stages:
  - build
  - test

build:
  stage: build
  script:
    - npm ci
    - npm run build

unit:
  stage: test
  script:
    - npm ci
    - npm test
`,
      'test/rotator.test.ts': `import { expect, test } from 'vitest';
import { shortestTurn } from '../src/antenna/turn.ts';

test('a turn never exceeds half a circle', () => {
  expect(shortestTurn(350, 10)).toBe(20);
  expect(shortestTurn(10, 350)).toBe(-20);
});
`,
      'src/antenna/turn.ts': `/** Degrees to turn from one azimuth to another, the short way round. */
export function shortestTurn(from: number, to: number): number {
  return ((to - from + 540) % 360) - 180;
}
`,
    },
  });
}

function scheduling(history: History): void {
  history.commit({
    days: 310,
    by: 'bob',
    branch: 'feature/passes',
    message: `Predict passes from two-line elements

Passes lower than ten degrees are left out: the trees around the
dish swallow them.

Changelog: added`,
    write: {
      'src/scheduling/passes.ts': `import type { Direction } from '../antenna/rotator.ts';

export interface Pass {
  satellite: string;
  risesAt: Date;
  setsAt: Date;
  /** Degrees above the horizon at the highest point. */
  maxElevation: number;
}

/** Passes lower than this are not worth a schedule slot. */
const minElevation = 10;

export function worthwhile(passes: readonly Pass[]): Pass[] {
  return passes.filter((pass) => pass.maxElevation >= minElevation);
}

export function isAbove(direction: Direction): boolean {
  return direction.elevation > 0;
}
`,
      'src/scheduling/elements.ts': `/** Reads the second line of a two-line element set. */
export function parseInclination(line: string): number {
  return Number(line.slice(8, 16));
}
`,
    },
  });
  history.commit({
    days: 306,
    by: 'bob',
    branch: 'feature/passes',
    message: 'Test the pass filter',
    write: {
      'test/passes.test.ts': `import { expect, test } from 'vitest';
import { worthwhile } from '../src/scheduling/passes.ts';

const at = (maxElevation: number) => ({
  satellite: 'KESTREL-1',
  risesAt: new Date(0),
  setsAt: new Date(600_000),
  maxElevation,
});

test('low passes are left out', () => {
  expect(worthwhile([at(4), at(10), at(71)]).map((pass) => pass.maxElevation)).toEqual([10, 71]);
});
`,
    },
  });
  history.merge({
    days: 304,
    by: 'alice',
    branch: 'feature/passes',
    message: `Merge branch 'feature/passes' into 'main'

Predict passes from two-line elements

See merge request orbital/ground-station!1`,
  });
  history.repository.branches.delete('feature/passes');
  history.tag('v1.0.0', { days: 300, by: 'alice', message: 'First pass received' });
  history.commit({
    days: 280,
    by: 'erin',
    message: 'Ship a container image',
    write: {
      Dockerfile: `FROM node:22-alpine
WORKDIR /srv
COPY package.json package-lock.json ./
RUN npm ci --omit=dev
COPY dist ./dist
CMD ["node", "dist/main.js"]
`,
      'scripts/deploy.sh': `#!/bin/sh
set -eu

environment="\${1:?usage: deploy.sh ENVIRONMENT}"
echo "Deploying \${CI_COMMIT_SHORT_SHA} to \${environment}"
docker compose --project-name "ground-\${environment}" up --detach --wait
`,
    },
    executable: ['scripts/deploy.sh'],
  });
  history.commit({
    days: 262,
    by: 'carol',
    message: 'Write down how passes are planned',
    write: {
      'docs/Pass planning 100%.md': `# Pass planning

A slot is **100 %** planned when

1. the elements are younger than a day,
2. the antenna is free five minutes before the satellite rises,
3. somebody is on duty.
`,
      'docs/runbook/antenna-stall.md': `# The antenna does not move

1. Read the rotator's error register: \`gs rotator status\`.
2. Code 7 is a stall: check for ice before you clear it.
`,
    },
  });
}

function decoding(history: History, frameSpec: string): void {
  history.commit({
    days: 240,
    by: 'bob',
    message: `Decode telemetry frames

Changelog: added`,
    write: {
      'src/decoder/frame.ts': `/** A transfer frame of the downlink: 8 bytes header, payload, 2 bytes checksum. */
export interface Frame {
  spacecraft: number;
  channel: number;
  counter: number;
  payload: Uint8Array;
}

export function parseFrame(bytes: Uint8Array): Frame {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    spacecraft: view.getUint16(0) & 0x3ff,
    channel: view.getUint8(2) & 0x07,
    counter: view.getUint32(4),
    payload: bytes.subarray(8, -2),
  };
}
`,
      'src/decoder/checksum.ts': `/** CRC-16/CCITT, as the frames carry it. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
    }
  }
  return crc;
}
`,
    },
  });
  history.commit({
    days: 232,
    by: 'bob',
    message: 'Pin the frame specification as a submodule',
    write: {
      '.gitmodules': `[submodule "vendor/frame-spec"]
\tpath = vendor/frame-spec
\turl = ../telemetry-api.git
\tbranch = main
`,
    },
    submodules: { 'vendor/frame-spec': frameSpec },
  });
  history.commit({
    days: 210,
    by: 'erin',
    message: 'Draw the mission patch',
    write: { 'assets/patch.png': patch() },
  });
  history.commit({
    days: 188,
    by: 'alice',
    message: `Refuse frames with a wrong checksum

A bit flip in the counter made the archive jump by years.

Changelog: fixed`,
    edit: {
      'src/decoder/frame.ts': [
        [
          '/** A transfer frame',
          `import { crc16 } from './checksum.ts';

/** A transfer frame`,
        ],
        [
          `export function parseFrame(bytes: Uint8Array): Frame {
  const view`,
          `export function parseFrame(bytes: Uint8Array): Frame | undefined {
  if (crc16(bytes) !== 0) return undefined;
  const view`,
        ],
      ],
    },
  });
  history.tag('v1.1.0', {
    days: 180,
    by: 'alice',
    message: 'Telemetry decoding\n\nThe first release that reads what it records.',
  });
  history.commit({
    days: 150,
    by: 'erin',
    message: 'Deploy to staging and production from the pipeline',
    write: { '.gitlab-ci.yml': pipelineConfig() },
  });
  history.commit({
    days: 121,
    by: 'bob',
    message: 'Move the schedule to its own folder',
    move: { 'src/scheduling/orbit/elements.ts': 'src/scheduling/elements.ts' },
  });
}

function hardening(history: History): void {
  history.commit({
    days: 96,
    by: 'alice',
    branch: 'fix/rotator-limits',
    message: `Keep the rotator within its limits

Changelog: fixed`,
    edit: {
      'src/antenna/rotator.ts': [
        [
          `    const { azimuth, elevation } = direction;
`,
          `    const azimuth = clamp(direction.azimuth, 0, 450);
    const elevation = clamp(direction.elevation, 0, 180);
`,
        ],
        [
          `    await this.#port.write('SA SE\\r\\n');
  }
}
`,
          `    await this.#port.write('SA SE\\r\\n');
  }
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
`,
        ],
      ],
    },
  });
  history.merge({
    days: 94,
    by: 'erin',
    branch: 'fix/rotator-limits',
    message: `Merge branch 'fix/rotator-limits' into 'main'

Keep the rotator within its limits

See merge request orbital/ground-station!2`,
  });
  history.repository.branches.delete('fix/rotator-limits');
  history.tag('v1.2.0', { days: 90, by: 'alice', message: 'Two antennas' });
  history.commit({
    days: 88,
    by: 'alice',
    branch: 'release/1.2',
    from: 'v1.2.0',
    message: 'Begin the 1.2 maintenance branch',
    edit: { 'package.json': [['"version": "0.1.0"', '"version": "1.2.0"']] },
  });
  history.commit({
    days: 61,
    by: 'carol',
    message: 'Explain the project to newcomers',
    write: {
      'README.md': `# Ground Station

Schedules passes, points the antennas and decodes what comes down.

## Start

\`\`\`sh
npm ci
npm test
\`\`\`

## Where things are

| folder           | what                                  |
| ---------------- | ------------------------------------- |
| \`src/antenna\`    | rotators and the serial line to them  |
| \`src/scheduling\` | which satellite, when, how high       |
| \`src/decoder\`    | bits to telemetry frames              |
| \`docs/runbook\`   | what to do when it beeps              |
`,
    },
  });
  history.commit({
    days: 33,
    by: 'erin',
    message: `Wait for the serial port instead of giving up

Changelog: changed`,
    write: {
      'src/antenna/serial.ts': `import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const retryMs = 500;

export function openPort(path: string, baudRate: number) {
  const handle = openPatiently(path);
  return {
    baudRate,
    async write(line: string): Promise<void> {
      await (await handle).write(line);
    },
  };
}

/** The adapter needs a moment after power-up. */
async function openPatiently(path: string, attempts = 10) {
  for (let left = attempts; ; left--) {
    try {
      return await open(path, 'r+');
    } catch (error) {
      if (left === 0) throw error;
      await wait(retryMs);
    }
  }
}
`,
    },
  });
  history.tag('v2.0.0-rc.1', { days: 12, by: 'alice' });
  history.commit({
    days: 9,
    by: 'bob',
    message: 'Show the next pass on the status page',
    write: {
      'src/status/page.ts': `import type { Pass } from '../scheduling/passes.ts';

export function describe(pass: Pass | undefined): string {
  if (pass === undefined) return 'No pass today';
  const minutes = Math.round((pass.setsAt.getTime() - pass.risesAt.getTime()) / 60_000);
  return \`\${pass.satellite}: \${minutes} minutes, up to \${pass.maxElevation}°\`;
}
`,
    },
  });
  history.commit({
    days: 2,
    by: 'erin',
    message: 'Check the azimuth in a simulated wind',
    write: {
      'test/wind.test.ts': `import { expect, test } from 'vitest';
import { shortestTurn } from '../src/antenna/turn.ts';

test('gusts never turn the dish the long way', () => {
  for (const gust of [-12, 0, 12]) {
    expect(Math.abs(shortestTurn(359, 1 + gust))).toBeLessThan(12);
  }
});
`,
    },
  });
}

function openWork(history: History): void {
  history.commit({
    days: 6,
    by: 'bob',
    branch: 'feature/doppler',
    message: 'Correct the receive frequency for Doppler shift',
    write: {
      'src/decoder/doppler.ts': `const lightSpeed = 299_792_458;

/** What is received of a carrier, in hertz, while the range changes by \`rate\` metres per second. */
export function received(carrier: number, rate: number): number {
  return carrier * (1 - rate / lightSpeed);
}
`,
    },
  });
  history.commit({
    days: 5,
    by: 'bob',
    branch: 'feature/doppler',
    message: 'Test the Doppler correction at both ends of a pass',
    write: {
      'test/doppler.test.ts': `import { expect, test } from 'vitest';
import { received } from '../src/decoder/doppler.ts';

test('an approaching satellite is heard higher', () => {
  expect(received(437_000_000, -7000)).toBeGreaterThan(437_000_000);
  expect(received(437_000_000, 7000)).toBeLessThan(437_000_000);
});
`,
    },
  });
  history.commit({
    days: 1.2,
    by: 'erin',
    branch: 'fix/rotator-stall',
    message: 'Report a stalled rotator instead of waiting for ever',
    edit: {
      'src/antenna/rotator.ts': [
        [
          `  async stop(): Promise<void> {`,
          `  /** Error register: 7 is a stall. */
  async status(): Promise<number> {
    await this.#port.write('GE\\r\\n');
    return 0;
  }

  async stop(): Promise<void> {`,
        ],
      ],
      'docs/runbook/antenna-stall.md': [
        ['check for ice before you clear it.', 'check for ice, then clear it with `gs rotator reset`.'],
      ],
    },
  });
  history.commit({
    days: 0.8,
    by: 'carol',
    branch: 'docs/duty-handover',
    message: 'Describe the handover between duties',
    write: {
      'docs/runbook/handover.md': `# Handover

- Tell the next person which passes failed, and why.
- Leave the antennas parked at azimuth 180°.
`,
    },
  });
}

function pipelineConfig(): string {
  return `image: node:22-alpine

stages:
  - build
  - test
  - deploy

variables:
  NPM_CONFIG_CACHE: "$CI_PROJECT_DIR/.npm"

default:
  cache:
    key:
      files: [package-lock.json]
    paths: [.npm/]

.test:
  stage: test
  before_script:
    - npm ci --prefer-offline

build:
  stage: build
  script:
    - npm ci --prefer-offline
    - npm run build
  artifacts:
    paths:
      - dist/
    expire_in: 30 days

lint:
  extends: .test
  script:
    - npx biome check src
  allow_failure: true

unit:
  extends: .test
  script:
    - npm test -- --coverage --reporter=junit --outputFile=junit.xml
  coverage: '/All files\\s*\\|\\s*([\\d.]+)/'
  artifacts:
    reports:
      junit: junit.xml

container:
  stage: build
  needs: [build]
  image: docker:27
  script:
    - docker build --tag "$CI_REGISTRY_IMAGE:$CI_COMMIT_SHORT_SHA" .
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
    - if: $CI_COMMIT_TAG

staging:
  stage: deploy
  script:
    - scripts/deploy.sh staging
  environment:
    name: staging
    url: https://staging.ground.example
  resource_group: staging
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH

production:
  stage: deploy
  script:
    - scripts/deploy.sh production
  environment:
    name: production
    url: https://ground.example
  resource_group: production
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
      when: manual
`;
}

/** A small PNG: sixteen by sixteen pixels, a disc on the night sky. */
function patch(): Buffer {
  const size = 16;
  const rows = Buffer.alloc(size * (1 + size * 3));
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const isDisc = (x - 7.5) ** 2 + (y - 7.5) ** 2 < 36;
      rows.set(isDisc ? [0xf4, 0xd0, 0x3f] : [0x10, 0x18, 0x30], y * (1 + size * 3) + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
