import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../openapi/contract/contract.ts';
import { publisher } from '../../openapi/facts/product.ts';
import type { Bundled } from '../artefact/licenses.ts';

export const SBOM = 'sbom.cdx.json';

export interface Described {
  name: string;
  version: string;
  description: string;
  license: string;
}

export interface Manifest extends Described {
  files: string[];
  exports: object;
  dependencies?: Record<string, string>;
  scripts?: object;
  devDependencies?: object;
}

export const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/**
 * Compiles the sources of a package. Comments are removed from the code, because editors show those of the declarations.
 * Declarations refer to `.js`, because not every tool resolves `.ts`.
 */
export function compile(home: string, folder: string, ...more: string[]): void {
  const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
  for (const output of [['--removeComments'], ['--declaration', '--emitDeclarationOnly']]) {
    const args = [compiler, '-p', join(home, 'tsconfig.build.json'), '--outDir', folder, ...output, ...more];
    execFileSync(process.execPath, args, { stdio: 'inherit' });
  }
  for (const file of globSync('**/*.d.ts', { cwd: folder }).map((name) => join(folder, name))) {
    const text = readFileSync(file, 'utf8').replace(/(from '|import\(["'])(\.[^'"]+)\.ts(['"])/g, '$1$2.js$3');
    writeFileSync(file, text);
  }
}

interface Packing {
  /** The package.json to publish; by default that of the folder. */
  manifest?: Manifest;
  /** What is copied from the folder, beside its README and license; by default the files of the manifest. */
  files?: string[];
  materials?: Material[];
  /** Where to put the tarball; by default in the folder, under the name of the package. */
  tarball?: string;
  add?: (staged: string) => void;
}

/**
 * Stages the package of a folder such as `sdk/reader` and packs it. npm gives every file the same date, so the same package has the
 * same bytes. The tarball is then renamed into place, because a server or a test may be reading the old one.
 */
export function pack(
  home: string,
  { manifest = manifestIn(home), files = manifest.files, materials, add, ...place }: Packing = {},
): void {
  const { tarball = join(home, `${manifest.name.slice(1).replace('/', '-')}.tgz`) } = place;
  const folder = mkdtempSync(join(home, '.pack-'));
  const staged = join(folder, 'package');
  mkdirSync(staged);
  for (const name of [...files, 'README.md', 'LICENSE'])
    cpSync(join(home, name), join(staged, name), { recursive: true });
  add?.(staged);
  const { scripts: _scripts, devDependencies: _devDependencies, ...published } = manifest;
  const { repository: url, ...known } = publisher;
  writeJson(join(staged, 'package.json'), {
    ...{ ...published, files: [...manifest.files, ...(materials ? [SBOM] : [])], ...known },
    ...(url && { repository: { type: 'git', url, directory: `sdk/${basename(home)}` } }),
  });
  if (materials) writeJson(join(staged, SBOM), sbom(manifest, materials));
  const npm = process.env['npm_execpath'];
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const args = [...first, 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  execFileSync(command, args, { cwd: staged, stdio: ['ignore', 'ignore', 'inherit'] });
  const [packed] = globSync('*.tgz', { cwd: folder });
  renameSync(join(folder, packed!), tarball);
  rmSync(folder, { recursive: true });
}

const writeJson = (file: string, content: object): void => writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);

/**
 * Replaces a folder as a whole, because a server, a bundler or a test may be reading it. Temporary folders are private to their owner,
 * but the new one is read by others.
 */
export function put(made: string, place: string): void {
  const before = `${made}-before`;
  chmodSync(made, 0o755);
  if (existsSync(place)) renameSync(place, before);
  renameSync(made, place);
  rmSync(before, { recursive: true, force: true });
}

/** A package that is bundled or depended on. */
export interface Material extends Bundled {
  scope: 'required' | 'optional';
  integrity?: string;
}

/** What npm's manifests say about licenses that SPDX does not list. */
const OWN_LICENSE = /^(SEE |UNLICENSED$)/;

export function sbom({ name, version, description, license }: Described, materials: Material[]): object {
  const purl = purlOf({ name, version });
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: {
        ...{ 'bom-ref': purl, type: 'library', name, version, description, purl, scope: 'required' },
        // An id of SPDX, or a name for a license that SPDX does not list.
        licenses: [{ license: OWN_LICENSE.test(license) ? { name: `${name}: LICENSE` } : { id: license } }],
      },
    },
    components: materials.map((each) => ({
      ...{ 'bom-ref': purlOf(each), type: 'library', name: each.name, version: each.version, purl: purlOf(each) },
      ...{ scope: each.scope, licenses: [{ expression: each.license }] },
      ...(each.integrity && { hashes: [hashOf(each.integrity)] }),
    })),
    dependencies: [{ ref: purl, dependsOn: materials.map(purlOf) }],
  };
}

function hashOf(integrity: string): object {
  const [, bits, base64 = ''] = /^sha(\d+)-(\S+)/.exec(integrity) ?? [];
  return { alg: `SHA-${bits}`, content: Buffer.from(base64, 'base64').toString('hex') };
}

const purlOf = ({ name, version }: Pick<Bundled, 'name' | 'version'>) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;
