/**
 * The code of the service for production: a file for each command and each thread, and beside them in `server/` what they share and
 * what is loaded later.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { root } from '../contract/contract.ts';

/** What people start. */
const COMMANDS = {
  server: 'server/production/server.ts',
  migrate: 'server/production/migrate.ts',
  operator: 'server/production/operator.ts',
};

/** All other code is in this folder of the artefact, side by side. */
const CODE = 'server';

/**
 * Packages that are installed, while everything else is in the bundle: those with parts compiled for each kind of machine, and
 * openapi-backend, whose compilers of schemas and documents the bundle would have to carry although no request uses them.
 */
export const INSTALLED = ['@cornerstonejs/codec-openjpeg', 'better-sqlite3', 'openapi-backend', 'sharp'];

/** An operator who uses them installs them beside the artefact; nothing else needs them. */
export const OPTIONAL = ['onnxruntime-web'];

const NOTHING = 'module.exports = {};';
/** `import` reads every export of a module of Node, and to read those of node:http takes its whole client for fetch: 45 ms. */
const WITHOUT_FETCH = "module.exports = process.getBuiltinModule('node:http');";

/** Modules that a library loads and that are not used here. The driver of PostgreSQL has a second one in C. */
const REPLACED: Record<string, string> = {
  'pg-native': NOTHING,
  cluster: NOTHING,
  ...Object.fromEntries(['http', 'node:http'].map((name) => [name, WITHOUT_FETCH])),
};

/** What plays a reader speaks the SDK of this build, from its sources. */
const SDK = {
  '@sigill/sdk': join(root, 'sdk/client/src/index.ts'),
};

const PACKAGES = '/node_modules/';
const LARGE = 10_000;

/** Writes the code into the folder, with a file for each command. @returns its files. */
export async function writeBundle(folder: string, commands: Record<string, string> = COMMANDS): Promise<OutputChunk[]> {
  await using bundle = await rolldown({
    cwd: root,
    input: commands,
    platform: 'node',
    resolve: { alias: SDK },
    external: [...INSTALLED, ...OPTIONAL].map((name) => new RegExp(`^${name}(/|$)`)),
    plugins: [replacing, sharing, requiring, parsing, placing(Object.values(commands))],
    // How long a part took is no warning: a busy machine would print it each time.
    checks: { bundlerTimings: false },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: `${CODE}/[name].mjs`,
    // Names stay as they are, for the stacks of errors. The licenses are in a file of their own.
    comments: false,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  return output.filter((file) => file.type === 'chunk');
}

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

/** Modules that make a `require` of their own. In the bundle the plain one is followed, and nothing is searched for at run time. */
const OWN_REQUIRE = /^(?:const|var|let) ([\w$]+) = createRequire\(import\.meta\.url\);$/m;
const requiring: Plugin = {
  name: 'requiring',
  transform(code) {
    const [statement, name] = OWN_REQUIRE.exec(code) ?? [];
    return statement && name ? code.replace(statement, '').replaceAll(`${name}(`, 'require(') : undefined;
  },
};

/** Large tables are read faster as text than as code. */
const parsing: Plugin = {
  name: 'parsing',
  transform(code, id) {
    if (!id.endsWith('.json') || code.length < LARGE) return undefined;
    const text = JSON.stringify(JSON.stringify(JSON.parse(code)));
    return { code: `module.exports = JSON.parse(${text});`, moduleType: 'js' };
  },
};

/**
 * Files that are read beside a module have the same path in the artefact as in the repository, while the module has not: what it knows
 * of its own place is put right. A thread becomes a file of the bundle.
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

/** The path of a file in the folder of its package, with the package's name. */
const inPackages = (id: string) => id.split(PACKAGES).at(-1)!;

const places = new Map<string, string>();
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version: string }>;
};
for (const [path, { version }] of Object.entries(packages)) {
  const key = `${inPackages(path)}@${version}`;
  // What only tests and checks need is installed when they run.
  const isHere = path.includes('node_modules/') && existsSync(join(root, path));
  if (isHere && !places.has(key)) places.set(key, join(root, path));
}

function firstWithSameVersion(folder: string): string {
  const version = packages[relative(root, folder).replaceAll('\\', '/')]?.version;
  return places.get(`${inPackages(folder)}@${version}`) ?? folder;
}
