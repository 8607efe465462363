/**
 * Bundles the service for production: a file for each command, and in `server/` a file for each thread and chunks for code that
 * they share or load later.
 */
import { cpSync, existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { root } from '../../openapi/contract/contract.ts';

const COMMANDS = {
  server: 'server/production/server.ts',
  migrate: 'server/production/migrate.ts',
  operator: 'server/production/operator.ts',
};

const READ = [
  'server/billing/document/fonts/*',
  'server/generated/openapi.{json,yaml}',
  'server/local/local.css',
  'server/specimen/portraits/*.{jp2,jpg}',
  'server/stand-ins/card-provider/browser/*',
];

/** The folder of the artefact for all code except the entry files of the commands. It has no subfolders. */
const CODE = 'server';

/** Packages with WebAssembly or binaries for each platform, which are installed beside the bundle. */
export const INSTALLED = ['@cornerstonejs/codec-openjpeg', 'better-sqlite3', 'sharp'];

/** Optional packages, which operators install beside the artefact if they need them. */
export const OPTIONAL = ['onnxruntime-web'];

const OWN_OPTIONAL = '@sigill/face';

const NOTHING = 'module.exports = {};';
/** `import` reads every export of a Node module, which for node:http loads the whole fetch client. `getBuiltinModule` avoids that. */
const WITHOUT_FETCH = "module.exports = process.getBuiltinModule('node:http');";

/**
 * Modules that a library loads and that the service never calls, among them those with which openapi-backend compiles documents and
 * schemas, because the build has already compiled them (`http/call/compiled-backend.ts`), and Express's body parsers, which the API
 * does not use.
 */
const NEVER_CALLED = [
  ...['ajv', 'dereference-json-schema', 'mock-json-schema', 'openapi-backend/refparser.js', 'openapi-schema-validator'],
  'body-parser',
  'pg-native',
  'cluster',
];

const REPLACED: Record<string, string> = {
  ...Object.fromEntries(NEVER_CALLED.map((name) => [name, NOTHING])),
  ...Object.fromEntries(['http', 'node:http'].map((name) => [name, WITHOUT_FETCH])),
};

/** Code that acts as a reader uses the SDK from the sources of this build. */
const SDK = {
  '@sigill/sdk': join(root, 'sdk/client/src/index.ts'),
};

const PACKAGES = '/node_modules/';
const LARGE = 10_000;

interface BundleOptions {
  /** The oldest Node that must run the bundle; by default the code keeps the syntax of its sources. */
  target?: string;
  instead?: Record<string, string>;
}

export async function writeBundle(
  folder: string,
  commands: Record<string, string> = COMMANDS,
  { target, instead = {} }: BundleOptions = {},
): Promise<OutputChunk[]> {
  await using bundle = await rolldown({
    cwd: root,
    input: commands,
    platform: 'node',
    resolve: { alias: SDK },
    external: [...INSTALLED, ...OPTIONAL, OWN_OPTIONAL].map((name) => new RegExp(`^${name}(/|$)`)),
    ...(target && { transform: { target } }),
    plugins: [exchanging(instead), replacing, sharing, requiring, parsing, placing(Object.values(commands)), narrowing],
    // No warnings about slow plugins, which would appear in each build on a busy machine.
    checks: { bundlerTimings: false },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: `${CODE}/[name].mjs`,
    // Names are kept for readable stack traces. The licenses are in a separate file.
    comments: false,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  return output.filter((file) => file.type === 'chunk');
}

export function copyRead(folder: string, others: string[] = []): void {
  for (const path of globSync([...READ, ...others], { cwd: root }))
    if (statSync(join(root, path)).isFile()) cpSync(join(root, path), join(folder, path));
}

const exchanging = (instead: Record<string, string>): Plugin => ({
  name: 'exchanging',
  resolveId(name, importer) {
    const path = importer && name.startsWith('.') ? relative(root, join(dirname(importer), name)) : undefined;
    const other = path && instead[path.replaceAll('\\', '/')];
    return other ? join(root, other) : undefined;
  },
});

const replacing: Plugin = {
  name: 'replacing',
  resolveId: (name) => (Object.hasOwn(REPLACED, name) ? `\0${name}` : undefined),
  load: (id) => REPLACED[id.startsWith('\0') ? id.slice(1) : inPackages(id)],
};

/** Packages that are installed several times in the same version are bundled once. */
const sharing: Plugin = {
  name: 'sharing',
  async resolveId(name, importer, options) {
    if (!importer?.includes(PACKAGES) || name.startsWith('.')) return undefined;
    const found = await this.resolve(name, importer, { ...options, skipSelf: true });
    const [, folder, file] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)(\/.*)$/.exec(found?.id ?? '') ?? [];
    return folder ? { ...found, id: firstWithSameVersion(folder) + file } : found;
  },
};

/** Modules that create their own `require`. A plain `require` is bundled, so nothing is resolved at run time. */
const OWN_REQUIRE = /^(?:const|var|let) ([\w$]+) = createRequire\(import\.meta\.url\);$/m;
const requiring: Plugin = {
  name: 'requiring',
  transform(code) {
    const [statement, name] = OWN_REQUIRE.exec(code) ?? [];
    return statement && name ? code.replace(statement, '').replaceAll(`${name}(`, 'require(') : undefined;
  },
};

/** Large tables load faster as JSON text than as code. */
const parsing: Plugin = {
  name: 'parsing',
  transform(code, id) {
    if (!id.endsWith('.json') || code.length < LARGE) return undefined;
    const text = JSON.stringify(JSON.stringify(JSON.parse(code)));
    return { code: `module.exports = JSON.parse(${text});`, moduleType: 'js' };
  },
};

/**
 * Files that a module reads keep their path in the artefact, but the module itself moves: its `import.meta` paths are corrected. A
 * thread becomes a file of the bundle.
 */
const placing = (commands: string[]): Plugin => ({
  name: 'placing',
  transform(code, id) {
    const path = relative(root, id).replaceAll('\\', '/');
    const stays = path.startsWith('.') || path.includes('node_modules/') || commands.includes(path);
    if (stays || !code.includes('import.meta.')) return undefined;
    const folder = dirname(path);
    return code
      .split(THREAD)
      .map((part, at) => {
        if (at % 2 === 0)
          return part
            .replaceAll('import.meta.dirname', `(import.meta.dirname + '/../${folder}')`)
            .replaceAll('import.meta.url', `new URL('../${folder}/', import.meta.url)`);
        const file = `${basename(part, '.ts')}.mjs`;
        this.emitFile({ type: 'chunk', id: join(dirname(id), part), fileName: `${CODE}/${file}` });
        return `new Worker(new URL('./${file}', import.meta.url)`;
      })
      .join('');
  },
});

const THREAD = /new Worker\(new URL\('([^']+\.ts)', import\.meta\.url\)/;

/** Node keeps the source of a file for as long as the process runs; one character outside ASCII doubles it, to two bytes per character. */
const narrowing: Plugin = {
  name: 'narrowing',
  generateBundle(_options, output) {
    for (const file of Object.values(output))
      if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escaped);
  },
};

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

const inPackages = (id: string) => id.split(PACKAGES).at(-1)!;

const places = new Map<string, string>();
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version: string }>;
};
for (const [path, { version }] of Object.entries(packages)) {
  const key = `${inPackages(path)}@${version}`;
  // Packages that only tests and checks need are not always installed.
  const isHere = path.includes('node_modules/') && existsSync(join(root, path));
  if (isHere && !places.has(key)) places.set(key, join(root, path));
}

function firstWithSameVersion(folder: string): string {
  const version = packages[relative(root, folder).replaceAll('\\', '/')]?.version;
  return places.get(`${inPackages(folder)}@${version}`) ?? folder;
}
