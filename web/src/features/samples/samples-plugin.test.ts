import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

/** The grammar of each language, as used by editors. */
const grammars = { python: 'python', php: 'php', java: 'java', go: 'go', csharp: 'c-sharp' };
const { Parser, Language: Grammar } = createRequire(import.meta.url)('@vscode/tree-sitter-wasm') as {
  Parser: typeof TreeSitter;
  Language: typeof Language;
};
const wasm = join(dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm/package.json')), 'wasm');
await Parser.init({ locateFile: (name: string) => join(wasm, name) });

/** Returns a function that finds the first line the grammar can't parse, or undefined. */
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
      expect(code, id).toContain(`https://sigill.example/api/v1/${id}`);
      expect(code, id).not.toContain('credentials-of-the-caller');
    }
    expect(mistake(`${samples['session.create']}\n) (`), 'a mistake is noticed').toBeDefined();
  });

  test('reads only the credentials that the call needs, from the environment', () => {
    expect(samples['session.create']).toMatch(/"SIGILL_PUBLIC_KEY"[\s\S]*"SIGILL_SECRET"/);
    expect(samples['user.self']).toMatch(
      /"Bearer "[\s\S]*"ACCESS_TOKEN"|Authorization: Bearer " \. getenv\("ACCESS_TOKEN"\)/,
    );
    expect(samples['demo.create']).not.toMatch(/SIGILL|ACCESS_TOKEN|Authorization/);
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

test.skipIf(!isInstalled('javac', '-version'))(
  'javac compiles a sample of each kind',
  async () => {
    const samples = await samplesIn('java');
    const files = ['session.create', 'user.self', 'demo.create', 'reader.submit'].map((id, index) => {
      // One package each, since all classes have the same name.
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

test.skipIf(!isInstalled('php', '--version'))('PHP accepts its samples', async () => {
  for (const [id, code] of Object.entries(await samplesIn('php')))
    expect(spawnSync('php', ['-l'], { input: code }).status, id).toBe(0);
});

test.skipIf(!isInstalled('gofmt', '-h'))('gofmt accepts the Go samples', async () => {
  for (const [id, code] of Object.entries(await samplesIn('go')))
    expect(spawnSync('gofmt', ['-e'], { input: code }).status, id).toBe(0);
});
