/**
 * The packages installed beside the bundle: a package.json and its lock file, derived from the repository's lock file. Also lists
 * all packages that the artefact consists of, with their hashes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../openapi/contract/contract.ts';
import type { Material } from '../packages/package-files.ts';
import { INSTALLED, OPTIONAL } from './bundle.ts';

interface Locked {
  version: string;
  license?: string;
  integrity?: string;
  optional?: boolean;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  [other: string]: unknown;
}

interface Lock {
  lockfileVersion: number;
  packages: Record<string, Locked>;
}

const json = <T>(path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8')) as T;

/** `npm ci` in the folder of the artefact installs the versions that the repository's tests ran with. */
export function packageFiles(): Record<string, string> {
  const { name, version } = json<{ name: string; version: string }>('package.json');
  const { engines } = json<{ engines: object }>('server/package.json');
  const { lockfileVersion, packages } = json<Lock>('package-lock.json');
  const versions = (names: string[]) =>
    Object.fromEntries(names.map((name) => [name, packages[`node_modules/${name}`]!.version]));
  const dependencies = versions(INSTALLED);
  // Optional packages are installed by the operators who use them, in the version named here.
  const peerDependencies = versions(OPTIONAL);
  const peerDependenciesMeta = Object.fromEntries(OPTIONAL.map((name) => [name, { optional: true }]));
  const needs = { engines, dependencies, peerDependencies, peerDependenciesMeta };
  const manifest = { name, version, private: true, type: 'module', ...needs };
  const scripts = { start: 'node server.mjs', migrate: 'node migrate.mjs', operator: 'node operator.mjs' };
  const own = { name, version, ...needs };
  const lock = {
    name,
    version,
    lockfileVersion,
    requires: true,
    packages: { '': own, ...lockedBelow(packages, INSTALLED) },
  };
  return {
    'package.json': text({ ...manifest, scripts }),
    'package-lock.json': text(lock),
    // The packages contain binaries for every platform, so install scripts are not needed.
    '.npmrc': 'ignore-scripts=true\naudit=false\nfund=false\n',
  };
}

export function materialsOf(bundled: Material[]): Material[] {
  const { packages } = json<Lock>('package-lock.json');
  const { dependencies } = json<{ dependencies: object }>('web/package.json');
  const locked = Object.entries(packages).map(([path, entry]) => ({ ...entry, name: nameAt(path) }));
  const integrities = new Map(locked.map(({ name, version, integrity }) => [`${name}@${version}`, integrity]));
  const others = { ...lockedBelow(packages, Object.keys(dependencies)), ...lockedBelow(packages, INSTALLED) };
  const known = Object.entries(others)
    .filter(([, { link, license }]) => !link && license)
    .map(
      ([path, { version, license, optional }]): Material => ({
        ...{ name: nameAt(path), version, license: license! },
        scope: optional ? 'optional' : 'required',
      }),
    );
  const all = [...known, ...bundled].map((each) => {
    const integrity = integrities.get(`${each.name}@${each.version}`);
    return { ...each, ...(integrity && { integrity }) };
  });
  const unique = new Map(all.map((each) => [`${each.name}@${each.version}`, each]));
  return [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

const nameAt = (path: string) => path.split('node_modules/').at(-1)!;

function lockedBelow(packages: Lock['packages'], names: string[]): Record<string, Locked> {
  const found = new Map<string, Locked>();
  const take = (names: object | undefined, from: string, optional: boolean) => {
    for (const name of Object.keys(names ?? {})) {
      const path = placeOf(packages, name, from);
      const known = found.get(path);
      if (known && (optional || !known['optional'])) continue;
      const { dev: _dev, devOptional: _devOptional, optional: _optional, peer: _peer, ...entry } = packages[path]!;
      found.set(path, { ...entry, ...(optional && { optional }) });
      take(entry.dependencies, path, optional);
      take(entry.optionalDependencies, path, true);
      take(requiredPeers(entry), path, optional);
    }
  };
  take(Object.fromEntries(names.map((name) => [name, ''])), '', false);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Peer dependencies that are not optional: `npm ci` refuses a lock file without them. */
const requiredPeers = ({ peerDependencies = {}, peerDependenciesMeta = {} }: Locked): object =>
  Object.fromEntries(Object.entries(peerDependencies).filter(([name]) => !peerDependenciesMeta[name]?.optional));

function placeOf(packages: Lock['packages'], name: string, from: string): string {
  const path = `${from && `${from}/`}node_modules/${name}`;
  if (packages[path]) return path;
  if (from === '') throw new Error(`package-lock.json has no ${name}`);
  return placeOf(packages, name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))));
}

const text = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
