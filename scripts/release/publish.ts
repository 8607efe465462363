/** `npm run release -- --publish`: publishes the packed packages of the release that is checked out, each with its provenance. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publisher } from '../../openapi/facts/product.ts';
import { git, ReleaseRefused } from './plan.ts';

/** A package comes after those that it needs. */
export const TARBALLS = [
  'sdk/client/sigill-sdk.tgz',
  'sdk/testing/sigill-testing.tgz',
  'sdk/cli/sigill-cli.tgz',
  'sdk/emrtd/sigill-emrtd.tgz',
  'sdk/face/sigill-face.tgz',
  'sdk/reader/sigill-reader.tgz',
  'sdk/react-native/sigill-react-native.tgz',
];

const FLAGS = ['--provenance', '--access', 'public'];
/** How npm recognizes a job that can prove where it runs: GitHub Actions with `id-token: write`, and GitLab. */
const PROOFS = ['ACTIONS_ID_TOKEN_REQUEST_URL', 'SIGSTORE_ID_TOKEN'];
const TOKENS = ['NODE_AUTH_TOKEN', 'NPM_TOKEN'];

/** Fields of package.json that the registry displays but does not require. */
const SHOWN = ['homepage', 'bugs'] as const;

interface Publication {
  folder: string;
  environment: NodeJS.ProcessEnv;
  say: (text: string) => void;
}

export function describePublication({ folder, environment, say }: Publication): void {
  for (const tarball of TARBALLS) {
    const { name, version } = manifestOf(folder, tarball);
    say(`${name} ${version}: npm publish ${tarball} ${FLAGS.join(' ')}\n`);
  }
  const missing = missingFor(folder, environment);
  if (missing.length > 0) say(`Before it can be published:\n${missing.map((text) => `  ${text}\n`).join('')}`);
  const unsaid = SHOWN.filter((name) => !publisher[name]);
  if (unsaid.length > 0)
    say(`The packages will not name their ${unsaid.join(' and ')}: see publisher in openapi/facts/product.ts.\n`);
  say('Versions that are already in the registry are left out.\n');
}

/** @throws ReleaseRefused with everything that is missing. */
export function publish({ folder, environment, say }: Publication, build: () => void): void {
  const missing = missingFor(folder, environment);
  if (missing.length > 0) throw new ReleaseRefused(missing.join('\n'));
  build();
  const npm = (...args: string[]) =>
    execFileSync('npm', args, {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  for (const tarball of TARBALLS) {
    const { name, version } = manifestOf(folder, tarball);
    if (isInRegistry(`${name}@${version}`, folder, environment)) say(`${name} ${version} is already published.\n`);
    else {
      npm('publish', tarball, ...FLAGS);
      say(`${name} ${version} is published.\n`);
    }
  }
  say(
    'After the first time, set packages_published in openapi/facts/product.ts: install lines then name the registry.\n',
  );
}

function missingFor(folder: string, environment: NodeJS.ProcessEnv): string[] {
  const isSet = (name: string) => Boolean(environment[name]);
  return [
    ...(git(folder, 'status', '--porcelain') === '' ? [] : ['The tree has uncommitted changes.']),
    ...(git(folder, 'tag', '--points-at', 'HEAD', '--list', 'sdk-v*') === ''
      ? ['The commit that is checked out is not a release: check out a tag sdk-vX.Y.Z.']
      : []),
    ...(PROOFS.some(isSet)
      ? []
      : [
          'This is not a CI job that can prove its origin: run it in GitHub Actions with the permission `id-token: write`.',
        ]),
    ...(TOKENS.some(isSet) ? [] : [`There is no token for the registry: set ${TOKENS[0]}.`]),
    ...(publisher.repository
      ? []
      : ['npm compares the provenance with the repository: set it in publisher in openapi/facts/product.ts.']),
  ];
}

function isInRegistry(spec: string, cwd: string, env: NodeJS.ProcessEnv): boolean {
  try {
    return execFileSync('npm', ['view', spec, 'version'], { cwd, env, encoding: 'utf8', stdio: 'pipe' }).trim() !== '';
  } catch (error) {
    if (String((error as { stderr?: unknown }).stderr).includes('E404')) return false;
    throw error;
  }
}

function manifestOf(folder: string, tarball: string): { name: string; version: string } {
  return JSON.parse(readFileSync(join(folder, dirname(tarball), 'package.json'), 'utf8'));
}
