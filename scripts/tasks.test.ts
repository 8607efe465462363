/** `npm start` builds what is not built from what is here, and only that: run as a command on a small tree with builders that tell. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const tree = mkdtempSync(join(tmpdir(), 'sigill-tree-'));
afterAll(() => rmSync(tree, { recursive: true, force: true }));

const SOURCES = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'openapi/openapi-ts.config.ts',
  'scripts/reference.ts',
  'sdk/package.json',
  'web/index.html',
  'web/package.json',
  'web/lingui.config.ts',
  'web/src/ui/Button.tsx',
  'web/src/i18n/es.po',
];
const BUILDERS = {
  'scripts/generate.ts': [
    'server/generated/validators.mjs',
    'sdk/src/generated/sdk.gen.ts',
    'web/src/generated/reference.json',
  ],
  'sdk/scripts/build.ts': ['sdk/dist/index.js'],
  'scripts/build-site.ts': ['web/dist/site.json', 'web/dist/assets/app.js'],
};

const at = (path: string) => join(tree, path);
function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}

/** Starts as users do. @returns the builders that ran. */
function start(environment: Record<string, string> = {}): { built: string[]; served: boolean } {
  rmSync(at('builders.log'), { force: true });
  const { stdout } = spawnSync(process.execPath, ['scripts/tasks.ts', 'start'], {
    cwd: tree,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
  const log = existsSync(at('builders.log')) ? readFileSync(at('builders.log'), 'utf8').trim().split('\n') : [];
  return { built: log, served: stdout.includes('served') };
}

const ALL = Object.keys(BUILDERS);

beforeAll(() => {
  for (const script of ['tasks.ts', 'fingerprint.ts'])
    cpSync(join(import.meta.dirname, script), at(`scripts/${script}`));
  mkdirSync(at('node_modules'));
  for (const path of SOURCES) write(path, path.endsWith('.json') ? '{"type":"module"}' : `as it was: ${path}`);
  for (const [path, outputs] of Object.entries(BUILDERS)) {
    write(
      path,
      `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
       import { dirname } from 'node:path';
       appendFileSync('builders.log', '${path}\\n');
       if (process.env.CUT_OFF === '${path}') process.exit(1);
       for (const output of ${JSON.stringify(outputs)}) {
         mkdirSync(dirname(output), { recursive: true });
         writeFileSync(output, 'built');
       }`,
    );
  }
  write('server/main.ts', "process.stdout.write('served');");
  expect(start()).toEqual({ built: ALL, served: true });
});

test('what is built is served at once', () => {
  expect(start()).toEqual({ built: [], served: true });
});

const changes: [string, () => void][] = [
  ['a page is deleted', () => rmSync(at('web/src/ui/Button.tsx'))],
  ['a file is added', () => write('web/src/new.tsx', 'new')],
  ['a file comes back from long ago', () => comeBack('web/src/i18n/es.po')],
  ['the generator changes', () => edit('scripts/generate.ts')],
  ['what the generator imports changes', () => edit('scripts/reference.ts')],
  ['the builder of the SDK changes', () => edit('sdk/scripts/build.ts')],
  ...[
    'package-lock.json',
    'tsconfig.json',
    'openapi/openapi-ts.config.ts',
    'sdk/package.json',
    'web/lingui.config.ts',
  ].map((path): [string, () => void] => [`${path} changes`, () => edit(path)]),
  ['a part of what was built is deleted', () => rmSync(at('web/dist/assets/app.js'))],
  ['what was generated is cut short', () => write('server/generated/validators.mjs', '')],
];

test.each(changes)('builds anew when %s', (_, change) => {
  change();
  expect(start()).toEqual({ built: ALL, served: true });
});

test('a build that was cut off counts for nothing', () => {
  edit('web/index.html');
  expect(start({ CUT_OFF: 'scripts/build-site.ts' })).toEqual({ built: ALL, served: false });
  expect(start()).toEqual({ built: ALL, served: true });
});

test('a test, or a file that is only touched, is no reason to build', () => {
  write('web/src/app.test.tsx', 'a test');
  utimesSync(at('web/index.html'), new Date(), new Date());
  expect(start()).toEqual({ built: [], served: true });
});

function edit(path: string): void {
  writeFileSync(at(path), `${readFileSync(at(path), 'utf8')}\n`);
}

/** As `git checkout` of an older state, or a copy with its times, leaves it. */
function comeBack(path: string): void {
  const { atime } = statSync(at(path));
  edit(path);
  utimesSync(at(path), atime, new Date('2020-01-01T00:00:00Z'));
}
