/** Builds the package: dist from src, with the contract, and the tarball of both, which a service in local mode serves. */
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { INSTALLED, writeBundle } from '../artefact/bundle.ts';
import { licensesOf, packagesOf } from '../artefact/licenses.ts';
import { packageFiles } from '../artefact/packages.ts';
import { root } from '../contract/contract.ts';
import { packSdk } from './pack-sdk.ts';
import { compile, leadToJavaScript, put } from './package-files.ts';

/** Files that the code reads at run time. The site is not included, because integrators' tests do not need it. */
const READ = [
  'server/billing/document/fonts/*',
  'server/generated/openapi.{json,yaml}',
  'server/local/local.css',
  'server/specimen/portraits/*.{jp2,jpg}',
  'server/stand-ins/card-provider/browser/*',
];

const sdk = join(root, 'sdk/client');
const dist = mkdtempSync(join(sdk, '.dist-'));

compileAs('esm');
// Older resolvers, Jest, and `require` before Node 20.19 do not accept ES modules. The declarations are duplicated, because a
// declaration describes the module format of its own folder.
compileAs('cjs', '--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false');
writeFileSync(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n');
cpSync(join(root, 'server/generated/openapi.yaml'), join(dist, 'openapi.yaml'));
await writeService(join(dist, 'service'));
put(dist, join(sdk, 'dist'));
packSdk(sdk, join(sdk, 'sigill-sdk.tgz'));

function compileAs(format: 'esm' | 'cjs', ...more: string[]): void {
  const folder = join(dist, format);
  mkdirSync(folder, { recursive: true });
  // Only the code that starts the service may use Node's types. It is compiled first, and the second pass overwrites all other files.
  for (const project of ['tsconfig.test-service.json', 'tsconfig.build.json'])
    compile(join(sdk, project), folder, ...more);
  if (format === 'esm') placeInModule(join(folder, 'test-service/service-process.js'));
  leadToJavaScript(folder);
}

/** The only file that needs its own path uses `__dirname`, which the compiler does not convert for ES modules. */
function placeInModule(file: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace('__dirname', 'import.meta.dirname'));
}

/** Bundles the service that `@sigill/sdk/testing` starts: one program with the files that it reads, without packages to be installed. */
async function writeService(folder: string): Promise<void> {
  const code = await writeBundle(folder, { main: 'server/test-service/main.ts' });
  for (const path of globSync(READ, { cwd: root })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  const { dependencies } = JSON.parse(packageFiles()['package.json']!) as { dependencies: Record<string, string> };
  const versions = Object.fromEntries(INSTALLED.map((name) => [name, dependencies[name]]));
  writeFileSync(join(folder, 'packages.json'), JSON.stringify(versions));
  const modules = code.flatMap(({ moduleIds }) => moduleIds);
  writeFileSync(join(folder, 'bundled.json'), JSON.stringify(packagesOf(modules)));
  writeFileSync(join(folder, 'LICENSES.txt'), licensesOf(modules));
}
