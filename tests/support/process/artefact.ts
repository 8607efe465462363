/** The production build of `npm run build`, copied out of the repository as for an installation. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { root } from '../../../openapi/contract/contract.ts';
import { build } from '../../../scripts/build.ts';
import { packages } from '../../../scripts/build-steps.ts';

const BUILT = join(root, 'dist');
const LATER = /^(node_modules|\.cache)(\/|$)/;

export function copyArtefact(): string {
  build([...packages, 'artefact']);
  const folder = mkdtempSync(join(tmpdir(), 'sigill-artefact-'));
  cpSync(BUILT, folder, { recursive: true, filter: (path) => !LATER.test(relative(BUILT, path)) });
  return folder;
}

/** Installs the packages of the artefact as its guide says, but from npm's local cache, because tests use no network. */
export function installPackages(folder: string): void {
  const { status, stderr } = spawnSync('npm', ['ci', '--omit=dev', '--offline'], { cwd: folder, encoding: 'utf8' });
  if (status === 0) return;
  // Fails unless only archives are missing from the cache. A request for anything else means that the lock file is incomplete.
  if (!/request to \S+\.tgz failed: cache mode/.test(stderr)) throw new Error(stderr);
  console.warn(
    `The packages of the artefact are linked from the repository, since npm cannot install them here: ${stderr}`,
  );
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: object };
  for (const name of Object.keys(dependencies)) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), place);
  }
}
