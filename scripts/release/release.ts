/**
 * `npm run release`: releases the current SDK and contract as a commit with a tag, and packs all packages. With `--publish` it
 * publishes the packages of the release that is checked out instead. The rules are in CONTRIBUTING.md.
 */

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../openapi/contract/contract.ts';
import { fromSource, packages } from '../build-steps.ts';
import { CHANGELOG } from './changelog.ts';
import { build, CONTRACT, keep, TagMissing } from './kept.ts';
import { git, type Plan, planRelease, ReleaseRefused } from './plan.ts';
import { describePublication, publish, TARBALLS } from './publish.ts';

const USAGE = `Usage: npm run release [-- --dry-run] [--minor] [--publish]
  --dry-run  shows what would happen, and writes and publishes nothing
  --minor    for an SDK that has new features while the contract has not
  --publish  publishes the packages of the release that is checked out; in CI, with a token for the registry
`;

process.exitCode = release();

function release(): number {
  const asked = options();
  if (!asked) return 2;
  try {
    if (asked.publish) {
      const publication = { folder: root, environment: process.env, say: (text: string) => process.stdout.write(text) };
      if (asked['dry-run']) describePublication(publication);
      else publish(publication, () => packAll(root));
      return 0;
    }
    const today = new Date().toISOString().slice(0, 10);
    const plan = planRelease(root, today, asked.minor ? 'minor' : 'patch');
    process.stdout.write(described(plan));
    if (asked['dry-run']) return 0;
    write(plan);
    packAll(root);
    commit(plan);
    process.stdout.write(`Committed and tagged ${plan.tag}. The packages:\n`);
    const foreign = [...globSync('sdk/{kotlin,python,swift}/dist/*.{whl,zip}', { cwd: root }), 'sdk/go/dist/proxy'];
    for (const path of [...TARBALLS, ...foreign]) process.stdout.write(`  ${path}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof ReleaseRefused || error instanceof TagMissing)) throw error;
    process.stderr.write(`${error.message}\nNothing was ${asked.publish ? 'published' : 'released'}.\n`);
    return 1;
  }
}

function options() {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({ options: { 'dry-run': flag, minor: flag, publish: flag } }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}`);
    return undefined;
  }
}

function described({ version, contractVersion, tag, entry }: Plan): string {
  return `SDK ${version}, contract ${contractVersion}, tag ${tag}. The entry of the changelog:\n\n${entry}\n\n`;
}

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
  build(root, 'generate', 'sdk');
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

function packAll(folder: string): void {
  build(folder, ...fromSource.filter((name) => name !== 'site' && name !== 'finish'), ...packages);
}
