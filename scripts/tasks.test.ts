/** Runs the commands on a small tree with builders that log their runs. */
// CI only: it runs the commands of the project on small trees.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../openapi/contract/contract.ts';

const tree = mkdtempSync(join(tmpdir(), 'sigill-tree-'));
afterAll(() => rmSync(tree, { recursive: true, force: true }));

const SOURCES = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'docs/guides/api-guide.md',
  'openapi/v1.yaml',
  'scripts/generate/site/reference.ts',
  'server/commands/reader.ts',
  'sdk/client/package.json',
  'sdk/client/src/client.ts',
  'sdk/cli/package.json',
  'sdk/cli/src/main.ts',
  'sdk/face/src/index.ts',
  'sdk/go/sigill.go',
  'sdk/python/sigill/errors.py',
  'server/app.ts',
  'web/index.html',
  'web/package.json',
  'web/lingui.config.ts',
  'web/src/ui/Button.tsx',
  'web/src/i18n/es.po',
];

/** By script: the files that it writes, derived from the text of the files in `from`. */
const BUILDERS: Record<string, { writes: string[]; from: string[] }> = {
  'scripts/generate/generate.ts': {
    writes: [
      'server/generated/operations.gen.ts',
      'server/generated/validators.mjs',
      'sdk/client/src/generated/sdk.gen.ts',
      'sdk/go/types.gen.go',
      'sdk/python/sigill/_generated_types.py',
      'web/src/generated/reference/outline.json',
    ],
    from: ['openapi/v1.yaml'],
  },
  'scripts/packages/build-sdk.ts': { writes: ['sdk/client/dist/index.js'], from: ['sdk/client/src/client.ts'] },
  'scripts/packages/build-cli.ts': { writes: ['sdk/cli/dist/sigill.js'], from: ['sdk/cli/src/main.ts'] },
  'scripts/packages/build-face.ts': {
    writes: ['sdk/face/dist/index.mjs', 'sdk/face/sigill-face.tgz'],
    from: ['sdk/face/src/index.ts'],
  },
  'scripts/packages/build-go.ts': { writes: ['sdk/go/dist/proxy/list'], from: ['sdk/go/types.gen.go'] },
  'scripts/packages/build-python.ts': {
    writes: ['sdk/python/dist/sigill.whl'],
    from: ['sdk/python/sigill/_generated_types.py'],
  },
  'web/generator/build.ts': {
    writes: ['web/dist/site.json', 'web/dist/assets/app.js'],
    from: ['web/index.html'],
  },
  'web/generator/finish.ts': {
    writes: ['web/dist/assets/home.png', 'web/dist/assets/app.js.br'],
    from: ['web/dist/assets/app.js'],
  },
  'scripts/packages/build-testing.ts': { writes: ['sdk/testing/sigill-testing.tgz'], from: ['server/app.ts'] },
  'scripts/packages/build-package.ts': {
    writes: ['sdk/emrtd/sigill-emrtd.tgz', 'sdk/reader/sigill-reader.tgz'],
    from: ['package.json'],
  },
  'scripts/packages/build-react-native.ts': {
    writes: ['sdk/react-native/sigill-react-native.tgz'],
    from: ['package.json'],
  },
  'scripts/packages/build-native.ts': {
    writes: ['sdk/kotlin/dist/sigill-reader-kotlin.zip', 'sdk/swift/dist/sigill-reader-swift.zip'],
    from: ['package.json'],
  },
  'scripts/artefact/build.ts': { writes: ['dist/server/main.mjs'], from: ['server/app.ts'] },
};
const [GENERATE, SDK, CLI, FACE, GO, PYTHON, SITE] = [
  'scripts/generate/generate.ts',
  'scripts/packages/build-sdk.ts',
  'scripts/packages/build-cli.ts',
  'scripts/packages/build-face.ts',
  'scripts/packages/build-go.ts',
  'scripts/packages/build-python.ts',
  'web/generator/build.ts',
] as const;
const ALL: string[] = [GENERATE, SDK, CLI, FACE, GO, PYTHON, SITE];
const IN_TYPESCRIPT = [GENERATE, SDK, CLI, FACE, SITE];
const withoutFaces = (builders: string[]) => builders.filter((builder) => builder !== FACE);
const [FINISH, ARTEFACT] = ['web/generator/finish.ts', 'scripts/artefact/build.ts'] as const;

const at = (path: string) => join(tree, path);
function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}

function start(environment: Record<string, string> = {}): { built: string[]; served: boolean } {
  const { built, stdout } = run('start', environment);
  // Steps that run in parallel log in any order, so they are listed in the order of ALL. Packages built while the service runs are
  // ignored: it exits at once here, so they may not finish.
  const before = ALL.filter((builder) => built.includes(builder));
  return { built: before, served: stdout.includes('served') };
}

function run(task: string, environment: Record<string, string> = {}) {
  rmSync(at('builders.log'), { force: true });
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/tasks.ts', task], {
    cwd: tree,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
  const built = existsSync(at('builders.log')) ? readFileSync(at('builders.log'), 'utf8').trim().split('\n') : [];
  return { built, status, stdout, stderr };
}

beforeAll(() => {
  for (const name of [
    '.gitignore',
    'scripts/tasks.ts',
    'scripts/build.ts',
    'scripts/build-steps.ts',
    'scripts/fingerprint.ts',
    'scripts/artefact/process.ts',
  ])
    cpSync(join(root, name), at(name));
  mkdirSync(at('node_modules'));
  symlinkSync(join(root, 'node_modules/ignore'), at('node_modules/ignore'));
  for (const path of SOURCES) write(path, path.endsWith('.json') ? '{"type":"module"}' : `// As it was: ${path}`);
  for (const [path, { writes, from }] of Object.entries(BUILDERS)) write(path, builderOf(path, writes, from));
  write('scripts/generate/site/reference.ts', "import type {} from '../../../server/generated/operations.gen.ts';");
  write('server/main.ts', "process.stdout.write('served');");
  for (const script of [
    'server/operator/operator.ts',
    'server/migrate.ts',
    'server/commands/reader.ts',
    'scripts/bench.ts',
  ])
    write(
      script,
      "import { readFileSync } from 'node:fs'; readFileSync('server/generated/validators.mjs'); process.stdout.write('done');",
    );
  expect(start()).toEqual({ built: ALL, served: true });
});

test('builds the packages that nothing needs while the service already runs', () => {
  const tarballs = ['testing', 'emrtd', 'reader', 'react-native'].map((name) => `sdk/${name}/sigill-${name}.tgz`);
  for (const tarball of tarballs) rmSync(at(tarball), { force: true });
  write(
    'server/main.ts',
    `import { existsSync } from 'node:fs';
    import { setTimeout } from 'node:timers/promises';
    const missing = () => ${JSON.stringify(tarballs)}.filter((path) => !existsSync(path));
    const before = missing().length;
    while (missing().length > 0) await setTimeout(50);
    process.stdout.write('served before ' + before + ' of them were built');`,
  );
  const { stdout } = run('start');
  write('server/main.ts', "process.stdout.write('served');");
  expect(stdout).toMatch(/^served before [234] of them were built$/);
});

function builderOf(path: string, writes: string[], from: string[]): string {
  return `import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
    import { dirname } from 'node:path';
    ${path === GENERATE ? "import './site/reference.ts';" : ''}
    appendFileSync('builders.log', '${path}\\n');
    if (process.env.CUT_OFF === '${path}') process.exit(1);
    for (const output of ${JSON.stringify(writes)}) {
      mkdirSync(dirname(output), { recursive: true });
      writeFileSync(output, 'built ' + ${JSON.stringify(from)}.map((file) => readFileSync(file, 'utf8')));
    }`;
}

test('serves an up-to-date build without building', () => {
  expect(start()).toEqual({ built: [], served: true });
});

const changes: [what: string, change: () => void, built: string[]][] = [
  ['a page is deleted', () => rmSync(at('web/src/ui/Button.tsx')), [SITE]],
  ['a file is added', () => write('web/src/new.tsx', 'new'), [SITE]],
  ['a file is renamed', () => renameSync(at('web/src/new.tsx'), at('web/src/newer.tsx')), [SITE]],
  ['an unknown folder is added to the site', () => write('web/brand/colours.json', '{}'), [SITE]],
  ['a file is restored with an old date', () => comeBack('web/src/i18n/es.po'), [SITE]],
  ['a guide changes', () => edit('docs/guides/api-guide.md'), [CLI, SITE]],
  ['the contract changes', () => edit('openapi/v1.yaml'), withoutFaces(ALL)],
  ['the generator changes without changing its output', () => edit(GENERATE), [GENERATE]],
  ['an import of the generator changes', () => edit('scripts/generate/site/reference.ts'), [GENERATE]],
  ['the builder of the SDK changes without changing its output', () => edit(SDK), [SDK]],
  ['the sources of the SDK change, which the site shares', () => edit('sdk/client/src/client.ts'), [SDK, CLI, SITE]],
  ['the command line changes', () => edit('sdk/cli/src/main.ts'), [CLI]],
  ['the Go module changes', () => edit('sdk/go/sigill.go'), [GO]],
  ['the Python client changes', () => edit('sdk/python/sigill/errors.py'), [PYTHON]],
  ['package-lock.json changes', () => edit('package-lock.json'), IN_TYPESCRIPT],
  ['tsconfig.json changes', () => edit('tsconfig.json'), IN_TYPESCRIPT],
  ['web/lingui.config.ts changes', () => edit('web/lingui.config.ts'), [SITE]],
  ['a built file is deleted', () => rmSync(at('web/dist/assets/app.js')), [SITE]],
  ['a generated file is truncated', () => write('server/generated/validators.mjs', ''), [GENERATE]],
  ['a generated file is edited by hand', () => write('sdk/client/src/generated/sdk.gen.ts', 'mine'), [GENERATE]],
];

// Each case must build everything that its change affects: the next case would build the rest.
test.each(changes)('builds what follows when %s', (_, change, built) => {
  change();
  expect(start()).toEqual({ built, served: true });
});

test('serves the last build without building again', () => {
  expect(start()).toEqual({ built: [], served: true });
});

test('repeats a build that was interrupted', () => {
  edit('web/index.html');
  expect(start({ CUT_OFF: SITE })).toEqual({ built: [SITE], served: false });
  expect(start()).toEqual({ built: [SITE], served: true });
});

test("does not build for a developer's own files in the root", () => {
  write('try.ts', 'mine');
  write('trial/package.json', '{}');
  expect(start()).toEqual({ built: [], served: true });
});

test('does not build for a test, a command, an ignored file or a file that was only touched', () => {
  write('web/src/app.test.tsx', 'a test');
  write('data/service.db', 'rows');
  edit('server/commands/reader.ts');
  utimesSync(at('web/index.html'), new Date(), new Date());
  expect(start()).toEqual({ built: [], served: true });
});

test.each(['operator', 'migrate', 'reader', 'bench'])('%s generates what it needs, as in a fresh clone', (task) => {
  rmSync(at('server/generated'), { recursive: true });
  expect(run(task)).toMatchObject({ built: [GENERATE], status: 0, stdout: 'done' });
  expect(run(task)).toMatchObject({ built: [], status: 0, stdout: 'done' });
});

test('builds the artefact on request, and again when the server has changed', () => {
  expect(run('serve')).toMatchObject({
    status: 1,
    stderr: 'There is nothing to serve yet. Run `npm run build` first.\n',
  });
  // Other packages may be built too, depending on how many of them an earlier start has built.
  const builtLast = () => run('build').built.filter((builder) => builder === FINISH || builder === ARTEFACT);
  expect(builtLast()).toEqual([FINISH, ARTEFACT]);
  expect(run('build').built).toEqual([]);
  expect(start()).toEqual({ built: [], served: true });
  edit('web/index.html');
  expect(start()).toEqual({ built: [SITE], served: true });
  expect(builtLast()).toEqual([FINISH, ARTEFACT]);
  edit('server/app.ts');
  expect(start()).toEqual({ built: [], served: true });
  expect(builtLast()).toEqual([ARTEFACT]);
});

test('serves production from the artefact alone', () => {
  write('dist/server.mjs', "process.stdout.write('from the artefact');");
  expect(run('serve')).toMatchObject({ built: [], status: 0, stdout: 'from the artefact' });
});

function edit(path: string): void {
  writeFileSync(at(path), `${readFileSync(at(path), 'utf8')}\n`);
}

/** Changes a file and gives it an old date, like `git checkout` of an older state or a copy with its times. */
function comeBack(path: string): void {
  const { atime } = statSync(at(path));
  edit(path);
  utimesSync(at(path), atime, new Date('2020-01-01T00:00:00Z'));
}
