/** Builds the package: dist from src, the contract beside it, and the tarball of both, which a service in local mode hands out. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { root } from '../contract/contract.ts';
import { writeService } from './bundle-test-service.ts';
import { packSdk } from './pack-sdk.ts';
import { compile, leadToJavaScript } from './package-files.ts';

const sdk = join(root, 'sdk/client');
const dist = mkdtempSync(join(sdk, '.dist-'));
// A temporary folder is its maker's alone, and this one stays.
chmodSync(dist, 0o755);

compileAs('esm');
// Older resolvers, Jest, and `require` before Node 20.19 take no ES modules. Their types are a copy: a declaration speaks for
// the format of its own folder.
compileAs('cjs', '--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false');
writeFileSync(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n');
cpSync(join(root, 'server/generated/openapi.yaml'), join(dist, 'openapi.yaml'));
await writeService(join(dist, 'service'));
put(dist, join(sdk, 'dist'));
packSdk(sdk, join(sdk, 'sigill-sdk.tgz'));

/** Whole, since somebody may be reading what stands there: a server, a bundler, a test. */
function put(made: string, place: string): void {
  const before = `${made}-before`;
  if (existsSync(place)) renameSync(place, before);
  renameSync(made, place);
  rmSync(before, { recursive: true, force: true });
}

function compileAs(format: 'esm' | 'cjs', ...more: string[]): void {
  const folder = join(dist, format);
  mkdirSync(folder, { recursive: true });
  // Only what starts the service may know Node. It goes first, so that the rest is written without those types.
  for (const project of ['tsconfig.test-service.json', 'tsconfig.build.json'])
    compile(join(sdk, project), folder, ...more);
  if (format === 'esm') placeInModule(join(folder, 'test-service/service-process.js'));
  leadToJavaScript(folder);
}

/** The one file that knows where it is says so in the words of CommonJS, which the compiler leaves as they are. */
function placeInModule(file: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace('__dirname', 'import.meta.dirname'));
}
