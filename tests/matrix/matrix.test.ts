/** The packed SDK on every compiler and runtime that its README names: `npm run sdk-matrix`. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../openapi/contract/contract.ts';
import { build } from '../../scripts/build.ts';
import { freePort } from '../../server/test-service/free-port.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { installPackedSdk, type PackedSdk } from '../support/packages/packed-sdk.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { toldOfProof } from './programs/proof.mjs';
import { told } from './programs/story.mjs';
import { compilers, installTools, nodes, run, tool } from './tools.ts';

const programs = join(import.meta.dirname, 'programs');
let server: TestServer;
let sdk: PackedSdk;
let environment: Record<string, string>;

beforeAll(async () => {
  await installTools();
  server = await createTestServer();
  sdk = installPackedSdk();
  cpSync(programs, sdk.project, { recursive: true });
  const { basic } = await server.account();
  environment = { SIGILL_PUBLIC_KEY: basic.public_key, SIGILL_SECRET: basic.secret, SIGILL_BASE_URL: server.base };
});

afterAll(async () => {
  sdk?.remove();
  await server?.stop();
});

const runs = async (command: string, ...args: string[]) =>
  expect(JSON.parse(await run(sdk.project, environment, command, ...args))).toEqual(told);

describe('the SDK runs on', () => {
  describe.each(Object.entries(nodes))('Node %s', (_version, node) => {
    test('as a module', () => runs(node, 'module.mjs'));
    test('with require', () => runs(node, 'require.cjs'));
  });

  describe('Deno', () => {
    const deno = ['run', '--quiet', '--allow-all', '--no-remote', '--node-modules-dir=manual'];
    test('as a module', () => runs(tool('@deno/linux-x64-glibc/deno'), ...deno, 'module.mjs'));
    test('with require', () => runs(tool('@deno/linux-x64-glibc/deno'), ...deno, 'require.cjs'));
  });

  describe('Bun', () => {
    test('as a module', () => runs(tool('@oven/bun-linux-x64/bin/bun'), 'module.mjs'));
    test('with require', () => runs(tool('@oven/bun-linux-x64/bin/bun'), 'require.cjs'));
  });

  test.each(['20.20', process.versions.node])('Jest without settings, on Node %s', async (version) => {
    const folder = join(sdk.project, `jest-${version}`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{ "name": "integrator", "private": true }');
    cpSync(join(programs, 'sdk.test.js'), join(folder, 'sdk.test.js'));
    await run(folder, environment, nodes[version]!, tool('jest/bin/jest.js'), '--ci', '--runInBand');
  });

  test('workerd, as a bundle', async () => {
    const port = await freePort();
    const code = await bundle('worker.mjs', ['workerd', 'worker', 'import']);
    writeFileSync(join(sdk.project, 'bundled-worker.mjs'), code);
    const bindings = Object.entries(environment).map(([name, text]) => `(name = "${name}", text = "${text}")`);
    writeFileSync(
      join(sdk.project, 'worker.capnp'),
      `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "internet", network = (allow = ["public", "private"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "bundled-worker.mjs")],
  compatibilityDate = "2025-06-01",
  bindings = [${bindings.join(', ')}],
);
`,
    );
    const child = spawn(tool('@cloudflare/workerd-linux-64/bin/workerd'), ['serve', 'worker.capnp'], {
      cwd: sdk.project,
    });
    let said = '';
    child.stderr.on('data', (chunk) => (said += chunk));
    try {
      const answer = await eventually(
        () => fetch(`http://127.0.0.1:${port}`).catch(() => undefined),
        'workerd to listen',
      );
      expect(await answer.text(), said).toBe(JSON.stringify(told));
    } finally {
      child.kill();
    }
  });

  test('Chromium, where it refuses a secret', async () => {
    const code = await bundle('worker.mjs', ['browser', 'import'], 'iife');
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.goto(`${server.base}/robots.txt`);
      const call = `worker.fetch(undefined, ${JSON.stringify(environment)}).catch((error) => error.message)`;
      const refused = await page.evaluate(`${code}\n${call}`);
      expect(refused).toContain('must stay on your server');
    } finally {
      await browser.close();
    }
  });
});

test('a page in Chromium verifies a proof on its own', async () => {
  const code = await bundle('proof-page.mjs', ['browser', 'import'], 'iife');
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    // WebCrypto is available only in secure contexts.
    await page.goto(`${server.base}/robots.txt`);
    expect(await page.evaluate(`${code}\nworker.run()`)).toEqual(toldOfProof);
  } finally {
    await browser.close();
  }
});

async function bundle(input: string, conditionNames: string[], format: 'esm' | 'iife' = 'esm'): Promise<string> {
  const built = await rolldown({ input: join(sdk.project, input), resolve: { conditionNames } });
  return (await built.generate({ format, name: 'worker' })).output[0].code;
}

describe('the service for tests runs on', () => {
  const fitting = Object.entries(nodes).filter(([version]) => !['20.0', '20.9', '22.0'].includes(version));
  // better-sqlite3 12 may have to be compiled, so this allows install scripts, which the settings passed on by `npm run` forbid.
  test.each(fitting)('Node %s', { timeout: 900_000 }, async (version, node) => {
    build(['sdk', 'testing']);
    const folder = join(sdk.project, `testing-${version}`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{ "name": "integrator", "private": true }');
    cpSync(join(programs, 'service.test.cjs'), join(folder, 'service.test.cjs'));
    const packages = ['client/sigill-sdk.tgz', 'testing/sigill-testing.tgz'].map((name) => join(root, 'sdk', name));
    if (version.startsWith('20.')) packages.push('better-sqlite3@12');
    const path = `${dirname(node)}:${process.env['PATH']}`;
    const options = ['--ignore-scripts=false', '--no-audit', '--no-fund'];
    await run(folder, { PATH: path }, 'npm', 'install', ...options, ...packages);
    expect(await run(folder, {}, node, '--test', 'service.test.cjs')).toMatch(/^(#|ℹ) fail 0$/m);
  });
});

const settings: [name: string, file: string, args: string[], isFor?: (version: number) => boolean][] = [
  [
    'CommonJS and node10',
    'consumer.ts',
    ['--module', 'commonjs', '--moduleResolution', 'node10'],
    (version) => version < 6,
  ],
  [
    'CommonJS and node10, deprecated',
    'consumer.ts',
    ['--module', 'commonjs', '--moduleResolution', 'node10', '--ignoreDeprecations', '6.0'],
    (version) => version === 6,
  ],
  ['node16 in a CommonJS file', 'consumer.cts', ['--module', 'node16', '--moduleResolution', 'node16']],
  ['node16 in a module', 'consumer.mts', ['--module', 'node16', '--moduleResolution', 'node16']],
  ['nodenext in a module', 'consumer.mts', ['--module', 'nodenext', '--moduleResolution', 'nodenext']],
  ['bundler', 'consumer.ts', ['--module', 'esnext', '--moduleResolution', 'bundler']],
];
const NODE_TYPES = ['--lib', 'es2022', '--types', 'node', '--typeRoots', tool('@types')];
const libraries: Record<string, string[]> = {
  'the types of a browser': ['--lib', 'es2022,dom,dom.iterable'],
  'the types of Node 20': NODE_TYPES,
};

describe('the SDK compiles with', () => {
  beforeAll(() => {
    for (const name of ['consumer.ts', 'consumer.cts', 'consumer.mts'])
      writeFileSync(join(sdk.project, name), readFileSync(join(programs, 'types.txt')));
  });

  describe.each(Object.entries(compilers))('TypeScript %s', (version, compiler) => {
    const fitting = settings.filter(([, , , isFor]) => isFor?.(Number(version)) ?? true);
    const cells = fitting.flatMap((setting) => Object.keys(libraries).map((library) => [setting[0], library] as const));
    test.each(cells)('%s, %s', async (name, library) => {
      const [, file, args] = settings.find((setting) => setting[0] === name)!;
      const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022'];
      await run(sdk.project, {}, process.execPath, compiler, ...strict, ...args, ...libraries[library]!, file);
    });
  });
});
