import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../openapi/contract/contract.ts';
import {
  dg1Of,
  dg2Of,
  dg15Of,
  ecKeys,
  IMAGE,
  issueCertificate,
  issueSod,
  nameOf,
  TD3_MRZ,
} from '../support/documents/documents.ts';
import { issueListAuthority, issueMasterList } from '../support/documents/master-lists.ts';
import { hasTestData, readTestData } from '../support/documents/real-documents.ts';
import { installPacked, node20, type PackedPackage } from '../support/packages/packed-package.ts';

const old = node20();
if (!old) console.warn('Skipped: the chip engine on Node 20, because there is none in /usr/bin or NODE_20');
const nodes: [string, string][] = [
  ['this Node', process.execPath],
  ...(old ? [['Node 20', old] as [string, string]] : []),
];

function makeDocument() {
  const subject = nameOf({ C: 'UT', CN: 'CSCA' });
  const csca = issueCertificate({ subject, keys: ecKeys(), ca: true });
  const signer = issueCertificate({ subject: nameOf({ C: 'UT', CN: 'DS' }), keys: ecKeys(), issuer: csca });
  const chip = ecKeys('prime256v1');
  const groups = new Map([
    [1, dg1Of(TD3_MRZ)],
    [2, dg2Of(IMAGE)],
  ]);
  const authority = issueListAuthority();
  return {
    chip,
    files: {
      'EF_SOD.bin': issueSod({ signer, issuerSubject: subject, groups }),
      'DG1.bin': groups.get(1)!,
      'DG2.bin': groups.get(2)!,
      'DG15.bin': dg15Of(chip.publicKey),
      'csca.cer': csca.certificate,
      'list.ml': issueMasterList([csca.certificate], authority, new Date('2026-01-01')),
      'list-root.cer': authority.root.certificate,
    },
  };
}

const examples = [...readFileSync(join(root, 'sdk/emrtd/README.md'), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
  ([, code = '']) => code,
);

const REAL = hasTestData && {
  'EF_SOD.bin': readTestData('real-sods/DE_1.sod.bin'),
  'list.ml': readTestData('master-lists/DE_ML_2026-05-28-08-28-45.ml'),
  'list-root.cer': readTestData('master-lists/DE_ROOT_CA_CSCA07.cer'),
};

const TEN_LINES = `import { readFileSync } from 'node:fs';
import { createTrustStore, masterListSource, readMasterList, verifyMaterial } from '@sigill/emrtd';

const list = readMasterList(readFileSync('real-list.ml'), [readFileSync('real-list-root.cer')]);
const trust = createTrustStore([masterListSource('list', list)]);
const files = { sod: readFileSync('real-EF_SOD.bin') };
const result = verifyMaterial({ files }, { at: new Date('2026-06-01'), trust, passport_only: false });
console.log(result.verdict, result.trust_anchor?.country, result.signature_algorithm);
`;

let engine: PackedPackage;
beforeAll(() => {
  engine = installPacked('emrtd');
  const { files, chip } = makeDocument();
  for (const [name, bytes] of Object.entries(files)) engine.write(name, bytes);
  for (const [name, bytes] of Object.entries(REAL || files)) engine.write(`real-${name}`, bytes);
  const key = chip.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const reader = `import { sign } from 'node:crypto';
const askChip = async (challenge: Uint8Array) => sign('sha256', challenge, ${JSON.stringify(key)});
`;
  engine.write('ten-lines.ts', TEN_LINES);
  for (const [index, code] of examples.entries()) {
    // Sets the date, because the test's document is valid only until 2031.
    const source = code.replaceAll('new Date()', "new Date('2026-06-01')");
    engine.write(`example-${index}.ts`, source.includes('askChip') ? reader + source : source);
  }
  engine.compile('ten-lines.ts', ...examples.map((_, index) => `example-${index}.ts`));
});
afterAll(() => engine?.remove());

describe.each(nodes)('the chip engine from its packed tarball, on %s', (_, node) => {
  test('verifies a security object in ten lines', () => {
    expect(TEN_LINES.split('\n').length).toBeLessThanOrEqual(10);
    const state = REAL ? 'DE ECDSA with SHA-384' : 'UT ECDSA with SHA-256';
    expect(engine.run('ten-lines.ts', node)).toBe(`APPROVED ${state}\n`);
  });

  test('runs the examples of its README', () => {
    expect(examples.map((_, index) => engine.run(`example-${index}.ts`, node))).toEqual([
      'APPROVED  ERIKSSON\n',
      'PASSED PASSED C=UT, CN=DS\nDG1 DG2\n',
      'true L898902C3 2031-04-15\n',
    ]);
  });
});

test('the package contains code, declarations, README and licence, depends on nothing, and has no source links', () => {
  const manifest = JSON.parse(readFileSync(join(engine.installed, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    name: '@sigill/emrtd',
    license: 'MIT',
    type: 'module',
    engines: { node: '>=20.12' },
  });
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).not.toHaveProperty('scripts');
  expect(JSON.stringify(manifest.exports)).not.toContain('src');
  expect(readdirSync(engine.installed).sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist',
    'package.json',
    'sbom.cdx.json',
  ]);
  const files = readdirSync(join(engine.installed, 'dist'), { recursive: true }) as string[];
  expect(files.filter((name) => /\.(test|ts$)/.test(name) && !name.endsWith('.d.ts'))).toEqual([]);
  for (const name of files.filter((file) => file.endsWith('.js')))
    for (const [, imported = ''] of readFileSync(join(engine.installed, 'dist', name), 'utf8').matchAll(
      /from '([^']+)'/g,
    ))
      expect(imported).toMatch(/^(node:crypto$|\.)/);
});

test('building the same sources again gives the same tarball', () => {
  const hash = () => createHash('sha256').update(readFileSync(engine.tarball)).digest('hex');
  const before = hash();
  execFileSync(process.execPath, [join(root, 'scripts/packages/build-package.ts'), 'emrtd']);
  expect(hash()).toBe(before);
});

test('passes publint and attw', () => {
  const run = (name: string, ...args: string[]) =>
    execFileSync(process.execPath, [join(root, 'node_modules/.bin', name), ...args], { stdio: 'pipe' });
  expect(() => run('publint', '--strict', engine.tarball)).not.toThrow();
  expect(() => run('attw', engine.tarball, '--profile', 'esm-only')).not.toThrow();
});
