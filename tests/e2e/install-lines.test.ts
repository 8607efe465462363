/**
 * Runs, in an empty folder, every command that a page of a running service shows for installing or running one of our packages. Our
 * packages come only from the service, everything else from the registry.
 */
// CI only: it installs what the packages depend on, React Native among it.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../scripts/build.ts';
import { goVersion } from '../support/packages/go-module.ts';
import { missingForPython } from '../support/packages/python.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

const run = promisify(execFile);
let server: TestServer;
let folder: string;
let arrived: { BODY: string; HEADERS: string; SECRET: string };
const printed = new Map<string, string>();

beforeAll(async () => {
  build(['generate', 'sdk', 'cli', 'go', 'python', 'testing', 'emrtd', 'face', 'reader', 'react-native', 'native']);
  server = await createTestServer();
  folder = mkdtempSync(join(tmpdir(), 'sigill-installed-'));
  const sitemap = await (await fetch(`${server.base}/sitemap.xml`)).text();
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  for (const path of [...pages, '/llms-full.txt']) {
    const text = await (await fetch(server.base + path)).text();
    for (const line of commandsIn(path.endsWith('.txt') ? text : codeIn(text)))
      if (!printed.has(line)) printed.set(line, path);
  }
  arrived = await callback();
}, 600_000);

afterAll(async () => {
  await server?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

async function callback(): Promise<typeof arrived> {
  const world = createWorld(server, await server.account());
  await world.ended('genuine', { callback_url: `${server.base}/_local/callbacks/installed` });
  const { raw, headers } = await eventually(
    async () => (await server.receivedCallbacks('installed')).find(({ raw }) => raw.includes('APPROVED')),
    'the callback',
  );
  const { secret } = await world.succeed('callback.secret', {}, { bearer: world.account.bearer });
  return { BODY: raw, HEADERS: JSON.stringify(headers), SECRET: secret };
}

const receivers = {
  node: `import { callbacks } from '@sigill/sdk';
const { BODY, HEADERS, SECRET } = process.env;
console.log((await callbacks.unwrap(BODY, JSON.parse(HEADERS), SECRET)).data.state);`,
  python: `import json, os
from sigill import callbacks
body, headers, secret = (os.environ[name] for name in ("BODY", "HEADERS", "SECRET"))
print(callbacks.unwrap(body.encode(), json.loads(headers), secret)["data"]["state"])`,
  go: `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	sigill "sigill.example/go"
)

func main() {
	var headers map[string]string
	header := http.Header{}
	if err := json.Unmarshal([]byte(os.Getenv("HEADERS")), &headers); err != nil {
		panic(err)
	}
	for name, value := range headers {
		header.Set(name, value)
	}
	event, err := sigill.Unwrap([]byte(os.Getenv("BODY")), header, os.Getenv("SECRET"))
	if err != nil {
		panic(err)
	}
	fmt.Println(event.Data.State)
}`,
};

const codeIn = (html: string): string =>
  [...html.matchAll(/<pre[^>]*>([\s\S]*?)<\/pre>/g)]
    .map(([, code = '']) => code.replaceAll(/<[^>]*>/g, ''))
    .join('\n')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');

const commandsIn = (text: string): string[] =>
  text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^(npm install|npx) .*(@sigill\/|\/sdk\/sigill-)|^pip install |\bgo get /.test(line));

function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|SIGILL_|NODE_OPTIONS)/i.test(name));
  const quiet = { npm_config_fund: 'false', npm_config_audit: 'false', npm_config_update_notifier: 'false' };
  return { ...Object.fromEntries(own), ...quiet, npm_config_yes: 'true', npm_config_prefer_offline: 'true' };
}

const asked = spawnSync('npm', ['ping', '--fetch-retries=0'], { env: environment(), timeout: 60_000 });
const missing = asked.status === 0 ? '' : ' (left out: the npm registry cannot be reached)';

async function shell(line: string): Promise<{ project: string; stdout: string }> {
  const project = mkdtempSync(join(folder, 'project-'));
  const env = { ...environment(), ...arrived };
  const { stdout } = await run('sh', ['-c', line], { cwd: project, env, maxBuffer: 16_000_000 });
  return { project, stdout };
}

test('pages name the service for every package that is not in the registry', () => {
  const named = [...printed.keys()].flatMap((line) => line.match(/@sigill\/[\w-]+/g) ?? []);
  expect(named).toEqual([]);
  const packages = [...printed.keys()].flatMap((line) => line.match(/\/sdk\/sigill-[\w-]+/g) ?? []);
  expect([...new Set(packages)].sort()).toEqual([
    ...['/sdk/sigill-cli', '/sdk/sigill-react-native', '/sdk/sigill-reader', '/sdk/sigill-sdk', '/sdk/sigill-testing'],
  ]);
});

test.skipIf(missing)(
  `each line of npm install works in an empty folder, and its packages can be used, the SDK on a callback${missing}`,
  async () => {
    for (const line of [...printed.keys()].filter((line) => line.startsWith('npm install'))) {
      const { project } = await shell(line);
      const ours = join(project, 'node_modules/@sigill');
      for (const name of readdirSync(ours)) await expectUsable(join(ours, name), project);
      if (existsSync(join(ours, 'sdk'))) expect(await receives(project)).toBe('APPROVED\n');
      rmSync(project, { recursive: true });
    }
  },
  900_000,
);

/**
 * Imports each entry point that Node can run on its own. Of all other entry points, such as that of the React Native package, only
 * the existence of the files is checked.
 */
async function expectUsable(place: string, project: string): Promise<void> {
  const { name, exports } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  for (const [door, target] of Object.entries<string | Record<string, unknown>>(exports)) {
    const files = JSON.stringify(target).match(/\.\/[^"]+/g) ?? [];
    for (const file of files) expect(statSync(join(place, file)).isFile(), `${name} ${file}`).toBe(true);
    const needsMore =
      /react-query|schemas|react-native|pcsc/.test(name + door) || !/\.js"/.test(JSON.stringify(target));
    if (needsMore) continue;
    const program = `const all = await import('${join(name, door)}'); if (Object.keys(all).length === 0) process.exit(1);`;
    await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: project });
  }
}

async function receives(project: string): Promise<string> {
  const env = { ...environment(), ...arrived };
  const program = ['--input-type=module', '--eval', receivers.node];
  return (await run(process.execPath, program, { cwd: project, env })).stdout;
}

test.skipIf(missingForPython)(
  'the line of pip works in an empty folder, with the service alone, and checks a callback',
  async () => {
    const [line] = [...printed.keys()].filter((each) => each.startsWith('pip install'));
    const { stdout } = await shell(
      `python3 -m venv made >&2 && . made/bin/activate && ${line} >&2 && python -c '${receivers.python}'`,
    );
    expect(stdout).toBe('APPROVED\n');
  },
  120_000,
);

test.skipIf(!goVersion())(
  'the line of go works in an empty folder, with the service alone, and checks a callback',
  async () => {
    const [line] = [...printed.keys()].filter((each) => each.includes('go get '));
    const own = 'export GOPATH="$PWD/path" GOCACHE="$PWD/cache" GOFLAGS=-modcacherw';
    const program = `cat > main.go <<'END'\n${receivers.go}\nEND\ngo run .`;
    const { stdout } = await shell(`${own} && go mod init example && ${line} && ${program}`);
    expect(stdout).toBe('APPROVED\n');
  },
  120_000,
);

test.skipIf(missing)(
  `each line of npx starts the command line in an empty folder${missing}`,
  async () => {
    const commands = [...printed.keys()].filter((line) => line.startsWith('npx'));
    // What is installed depends only on the part before the `sigill` command, so commands that share it are run once.
    const starts = new Set(commands.map((line) => /^npx (?:-p \S+ )*\S+/.exec(line)![0]));
    expect(starts.size).toBeGreaterThan(1);
    for (const start of starts)
      expect((await shell(`${start} --help`)).stdout, start).toContain('Sigill on the command line.');
  },
  300_000,
);

describe('/sdk/', () => {
  test('lists each package with the hash of what it serves', async () => {
    const listed = await (await fetch(`${server.base}/sdk/packages.json`)).json();
    const { packages } = listed as { packages: Record<'name' | 'url' | 'bytes' | 'sha256' | 'integrity', string>[] };
    const names = ['sdk', 'testing', 'cli', 'emrtd', 'face', 'reader', 'react-native'];
    expect(packages.map(({ name }) => name)).toEqual(names.map((name) => `@sigill/${name}`));
    for (const { url, bytes, sha256, integrity } of packages) {
      const content = new Uint8Array(await (await fetch(url)).arrayBuffer());
      expect(content.length).toBe(Number(bytes));
      const hash = async (name: string) => Buffer.from(await crypto.subtle.digest(name, content));
      expect((await hash('SHA-256')).toString('hex')).toBe(sha256);
      expect(`sha512-${(await hash('SHA-512')).toString('base64')}`).toBe(integrity);
      expect(await (await fetch(`${url}.sha256`)).text()).toBe(`${sha256}  ${url.split('/').at(-1)}\n`);
    }
  });

  test.each(['kotlin', 'swift'])(
    'serves the reader for %s with its hash, complete and with generated files',
    async (name) => {
      const url = `${server.base}/sdk/sigill-reader-${name}.zip`;
      const content = new Uint8Array(await (await fetch(url)).arrayBuffer());
      const hash = Buffer.from(await crypto.subtle.digest('SHA-256', content)).toString('hex');
      expect(await (await fetch(`${url}.sha256`)).text()).toBe(`${hash}  sigill-reader-${name}.zip\n`);
      const names = Object.keys(unzipSync(content)).map((path) => path.split('/').at(-1)!);
      expect(names).toEqual(expect.arrayContaining(['LICENSE', 'README.md']));
      for (const source of ['RunSession', 'Pace', 'Facts.gen'])
        expect(
          names.some((each) => each.startsWith(`${source}.`)),
          source,
        ).toBe(true);
    },
  );

  test('refuses a name that it does not have in plain words', async () => {
    const response = await fetch(`${server.base}/sdk/sigill-none.tgz`);
    expect([response.status, await response.text()]).toEqual([
      404,
      'There is no such package. /sdk/packages.json lists them.\n',
    ]);
  });
});
