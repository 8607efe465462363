/** Programs from Debian that tests start as operators would: found on the machine, or installed where that is allowed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Includes `sbin`, where services are, which most users do not have in their PATH. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin'];

const tried = new Map<string, string | undefined>();

/** @returns the path of a program, or nothing if this machine has neither the program nor a way to install its Debian package. */
export function debianProgram(name: string, debianPackage = name): string | undefined {
  if (!tried.has(name)) tried.set(name, found(name) ?? installed(name, debianPackage));
  return tried.get(name);
}

const found = (name: string): string | undefined =>
  FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));

/** Only in CI: on a developer's machine, a test run installs no services. */
function installed(name: string, debianPackage: string): string | undefined {
  const allowed = process.env['CI'] && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!allowed) return undefined;
  // Runlevel 1 keeps Debian from starting a service as soon as it is installed, on ports that a test may need.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  process.stderr.write(`[sigill] Installing ${name} (apt-get install ${debianPackage}) …\n`);
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
  return found(name);
}

export const missingProgram = (name: string, debianPackage = name): string | undefined =>
  debianProgram(name, debianPackage) ? undefined : `${name} is not installed (apt-get install ${debianPackage})`;
