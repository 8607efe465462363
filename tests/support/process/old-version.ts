/** The code of an earlier commit, with the current packages. */
import { execFileSync, spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const MIGRATIONS = 'server/database/migrations';

const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });

/**
 * The commit before the one that added a migration. Undefined if that commit is not in the fetched history, or if its migrations
 * are not exactly those that `all` lists before `migration`, as with migrations that were written in parallel. Its migrations are
 * not compared for the first one, which replaced all earlier ones.
 */
export function commitBefore(migration: string, all: readonly string[]): string | undefined {
  const added = git('log', '--diff-filter=A', '--format=%H', '--', `${MIGRATIONS}/${migration}.ts`);
  const commit = added.stdout?.trim().split('\n').at(-1);
  if (added.status !== 0 || !commit) return undefined;
  const before = git('rev-parse', '--verify', '--quiet', `${commit}^`);
  if (before.status !== 0) return undefined;
  const version = before.stdout.trim();
  const files = git('ls-tree', '--name-only', `${version}:${MIGRATIONS}`).stdout.split('\n');
  const had = files.filter((file) => /^\d/.test(file)).map((file) => file.replace('.ts', ''));
  return migration === all[0] || String(had) === String(all.filter((name) => name < migration)) ? version : undefined;
}

export function checkOut(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sigill-old-'));
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  for (const packages of ['node_modules', 'server/node_modules']) linkPackages(packages, folder);
  return folder;
}

export const removeCheckOut = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** Links to the project's own packages point to those of the old commit. */
function linkPackages(packages: string, folder: string): void {
  mkdirSync(join(folder, packages));
  for (const name of readdirSync(join(root, packages))) {
    if (name === '.cache') continue;
    const scope = join(root, packages, name);
    const isOwn =
      name.startsWith('@') && readdirSync(scope).every((one) => lstatSync(join(scope, one)).isSymbolicLink());
    if (!isOwn) {
      symlinkSync(scope, join(folder, packages, name));
      continue;
    }
    mkdirSync(join(folder, packages, name));
    for (const one of readdirSync(scope))
      symlinkSync(readlinkSync(join(scope, one)), join(folder, packages, name, one));
  }
}
