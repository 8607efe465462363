/** Installs the peers' packages into a folder of their own, where the project itself never looks for one. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { here } from './paths.ts';
import { say } from './progress.ts';

/** Does nothing when what the lock file of `scripts/bench/NAME` names is installed. @throws when npm fails. */
export function installPeers(name: 'peers' | 'sdk-peers'): void {
  const folder = join(here, name);
  const stamp = join(folder, 'node_modules/.installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Installing the peers (npm ci) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status, error } = spawnSync(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  });
  if (error || status !== 0) throw new Error(`The peers in scripts/bench/${name} could not be installed.`);
  writeFileSync(stamp, wanted);
}
