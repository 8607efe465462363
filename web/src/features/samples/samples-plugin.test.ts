// CI only: it runs every sample of the site.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Language, Parser as TreeSitter } from '@vscode/tree-sitter-wasm';
import { afterAll, describe, expect, test } from 'vitest';
import { sampled, samplesIn } from '../../../samples-plugin';
import { examplesOf, type Operation } from '../reference/operation';
import { loadResource, resources } from '../reference/reference';

const loaded = await Promise.all(resources.map(({ slug }) => loadResource(slug)));
const operations = new Map(
  loaded.flatMap((resource) => resource?.operations ?? []).map((operation) => [operation.operationId, operation]),
);
const folder = mkdtempSync(join(tmpdir(), 'samples-'));
afterAll(() => rmSync(folder, { recursive: true }));

const grammars = { python: 'python', php: 'php', java: 'java', go: 'go', csharp: 'c-sharp' };
const { Parser, Language: Grammar } = createRequire(import.meta.url)('@vscode/tree-sitter-wasm') as {
  Parser: typeof TreeSitter;
  Language: typeof Language;
};
const wasm = join(dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm/package.json')), 'wasm');
await Parser.init({ locateFile: (name: string) => join(wasm, name) });

async function readerOf(language: keyof typeof grammars) {
  const parser = new Parser();
  parser.setLanguage(await Grammar.load(join(wasm, `tree-sitter-${grammars[language]}.wasm`)));
  return (code: string) => mistakeIn(code, parser);
}

function mistakeIn(code: string, parser: TreeSitter): string | undefined {
  const tree = parser.parse(code);
  const wrong = tree?.rootNode.hasError ? tree.rootNode.descendantsOfType('ERROR')[0] : undefined;
  return tree?.rootNode.hasError ? code.split('\n')[wrong?.startPosition.row ?? 0] : undefined;
}

const bodyOf = (operation: Operation | undefined): unknown =>
  (operation && examplesOf(operation.request)[0]?.value) ?? {};

describe.each(sampled)('%s', async (language) => {
  const samples = await samplesIn(language);

  test('has a sample of every operation that its grammar can read', async () => {
    expect(Object.keys(samples).sort()).toEqual([...operations.keys()].sort());
    const mistake = await readerOf(language);
    for (const [id, code] of Object.entries(samples)) {
      expect(mistake(code), id).toBeUndefined();
      expect(code, id).toMatch(/"SIGILL_BASE_URL"[^\n]*(\n[^\n]*){0,2}"https:\/\/sigill\.example"/);
      expect(code, id).toContain(`"/api/v1/${id}"`);
      expect(code, id).not.toContain('credentials-of-the-caller');
    }
    expect(mistake(`${samples['session.create']}\n) (`), 'a mistake is noticed').toBeDefined();
  });

  test('reads only the credentials that the call needs, from the environment', () => {
    expect(samples['session.create']).toMatch(/"SIGILL_PUBLIC_KEY"[\s\S]*"SIGILL_SECRET"/);
    expect(samples['user.self']).toMatch(
      /"Bearer "[\s\S]*"ACCESS_TOKEN"|Authorization: Bearer " \. getenv\("ACCESS_TOKEN"\)/,
    );
    expect(samples['user.self']).toMatch(/"ACCESS_TOKEN".*(#|\/\/) the access_token of password\.authenticate/);
    expect(samples['demo.create']).not.toMatch(/SIGILL_(?!BASE_URL)|ACCESS_TOKEN|Authorization/);
    expect(samples['reader.submit']).toMatch(/Session-Token[\s\S]*Reader-Key|Reader-Key[\s\S]*Session-Token/);
  });

  // Python writes the body in its own syntax; it is compared below.
  test.runIf(language !== 'python')('sends the example', () => {
    for (const [id, code] of Object.entries(samples)) {
      const lines = code.split('\n').map((line) => line.trim());
      for (const line of JSON.stringify(bodyOf(operations.get(id)), null, 2)
        .split('\n')
        .slice(1, -1))
        expect(lines, id).toContain(line.trim());
    }
  });
});

/** Runs a sample until it ends, against a service that knows no account. @returns the paths it called, and what it printed. */
async function runAgainstService(command: string, ...args: string[]) {
  const paths: unknown[] = [];
  const service = createServer((request, response) => {
    paths.push(request.url);
    response.end('{"answered":true}');
  }).listen();
  await once(service, 'listening');
  const env = { ...process.env, SIGILL_PUBLIC_KEY: 'public-key-1', SIGILL_SECRET: 'secret-1', ACCESS_TOKEN: undefined };
  const SIGILL_BASE_URL = `http://localhost:${(service.address() as AddressInfo).port}`;
  try {
    const run = promisify(execFile)(command, args, { env: { ...env, SIGILL_BASE_URL } });
    const { stdout, stderr } = await run.catch((failed: { stdout: string; stderr: string }) => failed);
    return { paths, output: stdout + stderr };
  } finally {
    service.close();
  }
}

const isInstalled = (command: string, ...version: string[]) => spawnSync(command, version).status === 0;

// Tools missing from this machine are reported as skipped; the grammars above have still parsed the samples.
test.skipIf(!isInstalled('python3', '--version'))(
  'Python parses its samples, and their bodies are the examples',
  async () => {
    const program = `import ast, json, sys
found = {}
for id, code in json.load(sys.stdin).items():
    for node in ast.parse(code).body:
        if isinstance(node, ast.Assign) and node.targets[0].id == "payload":
            found[id] = ast.literal_eval(node.value)
json.dump(found, sys.stdout)`;
    const output = execFileSync('python3', ['-c', program], { input: JSON.stringify(await samplesIn('python')) });
    expect(JSON.parse(output.toString())).toEqual(
      Object.fromEntries([...operations].map(([id, operation]) => [id, bodyOf(operation)])),
    );
  },
);

test.skipIf(!isInstalled('python3', '-c', 'import requests'))(
  'Python calls the service of SIGILL_BASE_URL, and says where a missing access token comes from',
  async () => {
    const samples = await samplesIn('python');
    expect(await runAgainstService('python3', '-c', samples['session.get']!)).toEqual({
      paths: ['/api/v1/session.get'],
      output: '{"answered":true}\n',
    });
    const file = join(folder, 'user_self.py');
    writeFileSync(file, samples['user.self']!);
    expect((await runAgainstService('python3', file)).output).toMatch(/password\.authenticate[\s\S]*ACCESS_TOKEN/);
  },
);

test.skipIf(!isInstalled('javac', '-version'))(
  'javac compiles a sample of each kind',
  async () => {
    const samples = await samplesIn('java');
    const files = ['session.create', 'user.self', 'demo.create', 'reader.submit'].map((id, index) => {
      // Each in its own package, because all classes have the same name.
      const file = join(folder, `p${index}`, 'Call.java');
      mkdirSync(dirname(file));
      writeFileSync(file, `package p${index};\n${samples[id]}`);
      return file;
    });
    const { status, stderr } = spawnSync('javac', ['-proc:none', '-d', join(folder, 'classes'), ...files]);
    expect(stderr.toString()).toBe('');
    expect(status).toBe(0);
  },
  120_000,
);

test.for([
  ['java', 'Call.java', ['java', '--version'], ['java']],
  ['go', 'call.go', ['go', 'version'], ['go', 'run']],
] as const)(
  '%s calls the service of SIGILL_BASE_URL',
  async ([language, name, version, [command, ...args]], { skip }) => {
    skip(!isInstalled(version[0], version[1]), `${language} is not installed`);
    const file = join(folder, name);
    writeFileSync(file, (await samplesIn(language))['session.get']!);
    expect(await runAgainstService(command, ...args, file)).toEqual({
      paths: ['/api/v1/session.get'],
      output: '{"answered":true}\n',
    });
  },
);

test.skipIf(!isInstalled('php', '--version'))('PHP accepts its samples', async () => {
  for (const [id, code] of Object.entries(await samplesIn('php')))
    expect(spawnSync('php', ['-l'], { input: code }).status, id).toBe(0);
});

test.skipIf(!isInstalled('gofmt', '-h'))('gofmt accepts the Go samples', async () => {
  for (const [id, code] of Object.entries(await samplesIn('go')))
    expect(spawnSync('gofmt', ['-e'], { input: code }).status, id).toBe(0);
});
