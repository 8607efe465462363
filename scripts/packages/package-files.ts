/** Shared by the builders of all packages: compiling, declarations, and packing with npm. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publisher } from '../../openapi/facts/product.ts';
import type { Bundled } from '../artefact/licenses.ts';
import { root } from '../contract/contract.ts';

export const SBOM = 'sbom.cdx.json';

/** Editors show comments from the declarations, so they are removed from the code. */
export function compile(project: string, folder: string, ...more: string[]): void {
  const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
  for (const output of [['--removeComments'], ['--declaration', '--emitDeclarationOnly']]) {
    const args = [compiler, '-p', project, '--outDir', folder, ...output, ...more];
    execFileSync(process.execPath, args, { stdio: 'inherit' });
  }
}

/** Rewrites `.ts` in the imports of declarations to `.js`, because not every tool resolves `.ts`. */
export function leadToJavaScript(folder: string): void {
  for (const file of globSync('**/*.d.ts', { cwd: folder }).map((name) => join(folder, name))) {
    const text = readFileSync(file, 'utf8').replace(/(from '|import\(["'])(\.[^'"]+)\.ts(['"])/g, '$1$2.js$3');
    writeFileSync(file, text);
  }
}

export function writeJson(file: string, content: object): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

/** Writes the published package.json of the package in `sdk/NAME`, with what `publisher` says of its publisher. */
export function writeManifest(staged: string, name: string, manifest: object): void {
  const { repository: url, ...known } = publisher;
  const repository = url && { repository: { type: 'git', url, directory: `sdk/${name}` } };
  writeJson(join(staged, 'package.json'), { ...manifest, ...known, ...repository });
}

/**
 * Packs the staged package in the temporary folder. npm gives every file the same date, so the same package has the same bytes. The
 * tarball is then renamed into place, because a server or a test may be reading the old one.
 */
export function pack(staged: string, folder: string, tarball: string): void {
  const npm = process.env['npm_execpath'];
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const args = [...first, 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  execFileSync(command, args, { cwd: staged, stdio: ['ignore', 'ignore', 'inherit'] });
  for (const packed of readdirSync(folder).filter((name) => name.endsWith('.tgz')))
    renameSync(join(folder, packed), tarball);
}

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

export interface Described {
  name: string;
  version: string;
  description: string;
  license: string;
}

/** A package that is bundled or depended on. `scope` says whether it is required. */
export interface Material extends Bundled {
  scope: 'required' | 'optional';
  /** The hash of the package in the registry, as in npm's lock file. */
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
        // The name of a license in SPDX, or of one that SPDX does not list.
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
