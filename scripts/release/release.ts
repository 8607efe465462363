/**
 * `npm run release`: releases the current SDK and contract as a commit with a tag, and packs the SDK and the packages beside it. It
 * publishes nothing. The rules are in CONTRIBUTING.md.
 */

import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../contract/contract.ts';
import { CHANGELOG } from './changelog.ts';
import { buildSdk, CONTRACT, keep, TagMissing } from './kept.ts';
import { git, type Plan, planRelease, ReleaseRefused } from './plan.ts';

/** The packages beside the SDK. The first has its version, the others have their own. */
const TARBALLS = [
  'sdk/testing/sigill-testing.tgz',
  'sdk/cli/sigill-cli.tgz',
  'sdk/reader/sigill-reader.tgz',
  'sdk/emrtd/sigill-emrtd.tgz',
];
const APP_TARBALL = 'sdk/react-native/sigill-react-native.tgz';

const USAGE = `Usage: npm run release [-- --dry-run] [--minor] [--without-app]
  --dry-run      shows what would be released, and writes nothing
  --minor        for an SDK that has new features while the contract has not
  --without-app  does not pack @sigill/react-native, which installs the libraries of its app
`;

process.exitCode = release();

function release(): number {
  const asked = options();
  if (!asked) return 2;
  try {
    const today = new Date().toISOString().slice(0, 10);
    const plan = planRelease(root, today, asked.minor ? 'minor' : 'patch');
    process.stdout.write(described(plan));
    if (asked['dry-run']) return 0;
    write(plan);
    const packages = packPackages(root, { app: !asked['without-app'] });
    commit(plan);
    process.stdout.write(`Committed and tagged ${plan.tag}. The packages:\n`);
    for (const tarball of ['sdk/client/sigill-sdk.tgz', ...packages]) process.stdout.write(`  ${tarball}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof ReleaseRefused || error instanceof TagMissing)) throw error;
    process.stderr.write(`${error.message}\nNothing was released.\n`);
    return 1;
  }
}

function options() {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({ options: { 'dry-run': flag, minor: flag, 'without-app': flag } }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}`);
    return undefined;
  }
}

function described({ version, contractVersion, tag, entry }: Plan): string {
  return `SDK ${version}, contract ${contractVersion}, tag ${tag}. The entry of the changelog:\n\n${entry}\n\n`;
}

/** Writes everything that a release changes, and generates and builds what follows from it, before the result is stored. */
function write({ version, contractVersion, changelog }: Plan): void {
  edit(CHANGELOG, () => changelog);
  for (const name of ['client', 'testing'])
    edit(`sdk/${name}/package.json`, (text) => text.replace(/("version": )"[^"]+"/, `$1"${version}"`));
  edit('sdk/client/src/version.ts', (text) => text.replace(/(version = )'[^']+'/, `$1'${version}'`));
  edit('sdk/go/version.go', (text) => text.replace(/(Version = )"[^"]+"/, `$1"${version}"`));
  edit('package-lock.json', (text) =>
    text.replace(/("name": "@sigill\/(?:sdk|testing)",\s+"version": )"[^"]+"/g, `$1"${version}"`),
  );
  edit(CONTRACT, (text) => text.replace(/^( {2}version: ).+$/m, `$1${contractVersion}`));
  buildSdk(root);
  keep(root);
}

/** The tree was clean before, so all changes belong to the release. */
function commit({ version, tag, entry }: Plan): void {
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', `Release the SDK ${version}`, '--message', entry);
  git(root, 'tag', '--annotate', tag, '--message', `SDK ${version}`);
}

function edit(path: string, change: (text: string) => string): void {
  const file = join(root, path);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

/** Builds the packages from the sources of the release. @returns their paths. The React Native package is compiled against the libraries of its app, which are installed first. */
function packPackages(folder: string, { app }: { app: boolean }): string[] {
  const run = (script: string, ...args: string[]) =>
    execFileSync(process.execPath, [join(folder, script), ...args], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  run('scripts/build.ts', 'testing', 'cli', 'go', 'reader', 'emrtd', 'python');
  const beside = [...TARBALLS, ...globSync('sdk/python/dist/*.whl', { cwd: folder })];
  if (!app) return beside;
  run('sdk/react-native/scripts/app.ts', 'pack');
  return [...beside, APP_TARBALL];
}
