/** `npm run release` as a maintainer runs it: in a scratch repository, with real git, generator and package. */
// CI only: it builds and packs everything twice.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { root } from '../../openapi/contract/contract.ts';
import { createScratchRepository, type ScratchRepository } from '../../tests/support/packages/scratch-repository.ts';
import { build } from '../build.ts';

let project: ScratchRepository;
/** The scratch repository has no release yet, even if the project itself has one. */
beforeAll(() => {
  project = createScratchRepository();
  project.edit(CHANGELOG, () => '# Changelog\n\n## Unreleased\n\nFirst release.\n');
  project.edit('sdk/client/package.json', (text) => text.replace(/"version": "[^"]+"/, '"version": "0.1.0"'));
  project.edit('sdk/client/src/version.ts', (text) => text.replace(/'[^']+'/, "'0.1.0'"));
  project.edit('sdk/go/version.go', (text) => text.replace(/"[^"]+"/, '"0.1.0"'));
  project.edit(CONTRACT, (text) => text.replace(/^ {2}version: .*$/m, '  version: 1.0.0'));
  project.commit('Before the first release');
});
afterAll(() => project?.remove());

const CHANGELOG = 'sdk/client/CHANGELOG.md';
const CONTRACT = 'openapi/v1.yaml';
const release = (...args: string[]) => project.run('scripts/release/release.ts', ...args);
const under = (heading: string, text: string) => (changelog: string) =>
  changelog.replace('# Changelog\n', () => `# Changelog\n\n## ${heading}\n\n${text}\n`);
const expectNothingReleased = (...before: string[]) =>
  expect([project.git('status', '--porcelain'), project.git('tag')]).toEqual(['', before.join('\n')]);

const PROPERTY = '        passport_only: { type: boolean, default: false,';
const ADDED = `        large_print: { type: boolean, default: false, description: Show the page in large letters. }\n${PROPERTY}`;
const day = () => new Date().toISOString().slice(0, 10);

test('plans the first release with the current versions', () => {
  const { code, out } = release('--dry-run');
  expect(code).toBe(0);
  expect(out).toContain('SDK 0.1.0, contract 1.0.0, tag sdk-v0.1.0.');
  expect(out).toContain('First release.');
  expectNothingReleased();
});

test('shows what would be published, and what is missing for it', () => {
  const { code, out } = release('--publish', '--dry-run');
  expect(code).toBe(0);
  for (const name of ['sdk', 'testing', 'cli', 'emrtd', 'face', 'reader', 'react-native'])
    expect(out).toMatch(
      new RegExp(`^@sigill/${name} 0\\.1\\.0: npm publish sdk/\\S+\\.tgz --provenance --access public$`, 'm'),
    );
  expect(out).toContain('The commit that is checked out is not a release: check out a tag sdk-vX.Y.Z.\n');
});

test('says what the packages do not name of their publisher, and packs what the owner has set', () => {
  const facts = 'openapi/facts/product.ts';
  expect(release('--publish', '--dry-run').out).toMatch(
    /set it in publisher in .*\n(.*\n)*.* will not name their homepage and bugs: /,
  );
  project.edit(facts, (text) =>
    text.replace(
      'author: product_name,',
      "$& homepage: 'https://a.example', bugs: 'https://b.example', repository: 'https://c.example/r.git',",
    ),
  );
  onTestFinished(() => void project.git('restore', '.'));
  expect(release('--publish', '--dry-run').out).not.toMatch(/publisher/);
  expect(project.run('scripts/packages/build-package.ts', 'emrtd')).toMatchObject({ code: 0 });
  const packed = execFileSync('tar', ['-xzOf', 'sdk/emrtd/sigill-emrtd.tgz', 'package/package.json'], {
    cwd: project.folder,
    encoding: 'utf8',
  });
  expect(JSON.parse(packed)).toMatchObject({
    author: 'Sigill',
    homepage: 'https://a.example',
    bugs: 'https://b.example',
    repository: { type: 'git', url: 'https://c.example/r.git', directory: 'sdk/emrtd' },
  });
});

test('publishes nothing without a release, a token and a CI job that npm can recognize', () => {
  const { code, out, err } = release('--publish');
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('The commit that is checked out is not a release: check out a tag sdk-vX.Y.Z.\n');
  expect(err).toContain('run it in GitHub Actions with the permission `id-token: write`.\n');
  expect(err).toContain('There is no token for the registry: set NODE_AUTH_TOKEN.\n');
  expect(err).toMatch(/\nNothing was published\.\n$/);
});

test('refuses a tree with uncommitted changes, and names them', () => {
  project.edit('README.md', (text) => `${text}\n`);
  onTestFinished(() => void project.git('restore', '.'));
  const { code, err } = release();
  expect(code).toBe(1);
  expect(err).toContain('M README.md');
  expect(err).toContain('Nothing was released.');
});

test('refuses to release without a changelog text', () => {
  project.edit(CHANGELOG, (text) => text.replace('## Unreleased', '## 0.1.0 · 2026-11-21'));
  project.commit('The first release was made');
  expect(release().err).toContain('the tag sdk-v0.1.0 is missing. Run `git fetch --tags`.');
  project.git('tag', 'sdk-v0.1.0');
  const { code, err } = release();
  expect(code).toBe(1);
  expect(err).toContain('under "## Unreleased", what users gain.');
  expectNothingReleased('sdk-v0.1.0');
});

test('needs no changelog text if the contract has additions', () => {
  project.edit(CONTRACT, (text) => text.replace(PROPERTY, ADDED));
  project.commit('Grow');
  onTestFinished(() => void project.git('reset', '--quiet', '--hard', 'HEAD~1'));
  const { code, out } = release('--dry-run');
  expect(code).toBe(0);
  expect(out).toContain(
    'The entry of the changelog:\n\nVersion 1.1.0 of the contract:\n\n- `SessionOptions.large_print` was added',
  );
});

test('refuses a breaking change, and names it', () => {
  project.edit(CHANGELOG, under('Unreleased', '- Passports and ID cards.'));
  project.edit(CONTRACT, (text) => text.replace(new RegExp(`^${PROPERTY}.*\n`, 'm'), ''));
  project.commit('Break');
  onTestFinished(() => void project.git('reset', '--quiet', '--hard', 'HEAD~1'));
  const { code, err } = release();
  expect(code).toBe(1);
  expect(err).toContain('`SessionOptions.passport_only` was removed: calls that send it are refused');
  expect(err).toContain('Breaking changes are not released within v1.');
  expectNothingReleased('sdk-v0.1.0');
});

test('ends with 2 on wrong usage', () => {
  const { code, err } = release('--major');
  expect(code).toBe(2);
  expect(err).toContain('Usage: npm run release');
});

test('releases an SDK without a contract change as a patch, or as a minor version on request', () => {
  project.edit(CHANGELOG, under('Unreleased', '- The log names the host.'));
  project.commit('Change the SDK');
  expect(release('--dry-run').out).toContain('SDK 0.1.1, contract 1.0.0, tag sdk-v0.1.1.');
  expect(release('--dry-run', '--minor').out).toContain('SDK 0.2.0, contract 1.0.0, tag sdk-v0.2.0.');
  expectNothingReleased('sdk-v0.1.0');
});

// Generates, builds and packs everything that is released, and packs two packages once more.
test('releases a contract with additions: versions, changelog, stored files, commit and tag', {
  timeout: 900_000,
}, () => {
  project.edit(CONTRACT, (text) => text.replace(PROPERTY, ADDED));
  project.commit('Grow');
  const begun = day();
  const { code, out, err } = release();
  // The date may be from either side of midnight.
  const [, today = ''] = /^## 0\.2\.0 · (\S+)$/m.exec(project.read(CHANGELOG)) ?? [];
  expect([begun, day()]).toContain(today);
  expect(err).not.toMatch(/error/i);
  expect(code).toBe(0);
  expect(out).toContain('SDK 0.2.0, contract 1.1.0, tag sdk-v0.2.0.');

  expect(project.git('status', '--porcelain')).toBe('');
  expect(project.git('log', '-1', '--format=%s', 'sdk-v0.2.0')).toBe('Release the SDK 0.2.0');
  const changed = project.git('show', '--name-only', '--format=', 'HEAD').split('\n');
  expect(changed).toEqual(
    expect.arrayContaining(['openapi/v1.yaml', 'openapi/released/sigill-sdk.tgz', 'sdk/client/CHANGELOG.md']),
  );
  expect(changed.filter((path) => !/^(openapi|sdk)\/|^package-lock\.json$/.test(path))).toEqual([]);
  expect(JSON.parse(project.read('sdk/client/package.json')).version).toBe('0.2.0');
  expect(project.read('sdk/client/src/version.ts')).toContain("version = '0.2.0'");
  expect(project.read('sdk/go/version.go')).toContain('Version = "0.2.0"');
  const { packages } = JSON.parse(project.read('package-lock.json'));
  expect([packages['sdk/client'].version, packages['sdk/testing'].version]).toEqual(['0.2.0', '0.2.0']);
  expect(JSON.parse(project.read('sdk/testing/package.json')).version).toBe('0.2.0');
  expect(project.read(CHANGELOG)).toContain(
    `# Changelog\n\n## 0.2.0 · ${today}\n\n- The log names the host.\n\nVersion 1.1.0 of the contract:\n\n` +
      '- `SessionOptions.large_print` was added (5 calls).\n\n## 0.1.0 · 2026-11-21\n',
  );
  expect(project.read(CONTRACT)).toContain('  version: 1.1.0\n');
  expect(project.run('scripts/contract.ts', 'diff').out).toBe('Verdict: none (0 major, 0 minor).\n');

  const packed = (path: string) =>
    execFileSync('tar', ['-xzOf', join(project.folder, 'openapi/released/sigill-sdk.tgz'), `package/${path}`], {
      encoding: 'utf8',
    });
  expect(JSON.parse(packed('package.json')).version).toBe('0.2.0');
  expect(packed('dist/cjs/generated/api/types.gen.d.ts')).toContain('large_print?: boolean');
  expect(packed('CHANGELOG.md')).toContain(`## 0.2.0 · ${today}`);

  // The contract's additions do not affect these two: packing the same sources gives the same bytes.
  build(['reader', 'emrtd']);
  const bytesOf = (folder: string, path: string) => readFileSync(join(folder, path)).toString('base64');
  for (const path of ['sdk/reader/sigill-reader.tgz', 'sdk/emrtd/sigill-emrtd.tgz']) {
    expect(out).toContain(`  ${path}\n`);
    expect(bytesOf(project.folder, path) === bytesOf(root, path), path).toBe(true);
  }
  for (const path of ['cli/sigill-cli', 'testing/sigill-testing', 'react-native/sigill-react-native'])
    expect(out).toContain(`  sdk/${path}.tgz\n`);
  expect(out).toMatch(/^ {2}sdk\/python\/dist\/sigill-\d+\.\d+\.\d+-py3-none-any\.whl$/m);
});
