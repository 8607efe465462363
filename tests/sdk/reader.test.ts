/** The published reader package in an empty project: its examples against the real service, and its contents. */
// SQLite only: it is about a package.
// CI only: it packs the reader twice.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../openapi/contract/contract.ts';
import { specimenPage } from '../../server/specimen/specimens.ts';
import { installPacked, node20, type PackedPackage } from '../support/packages/packed-package.ts';
import { readerDependencies } from '../support/packages/reader-package.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

const old = node20();
if (!old) console.warn('Skipped: the reader on Node 20, because there is none in /usr/bin or NODE_20');
const nodes: [string, string][] = [
  ['this Node', process.execPath],
  ...(old ? [['Node 20', old] as [string, string]] : []),
];

const [session = '', transport = '', scan = '', chip = '', played = ''] = [
  ...readFileSync(join(root, 'sdk/reader/README.md'), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g),
].map(([, code = '']) => code);

/** The document that the examples read. It can be opened with its CAN, or with its MRZ, which the person first mistypes. */
const DOCUMENT = `import { chipContentsOf, createVirtualChip } from '@sigill/reader/virtual-chip';
const token = process.env['TOKEN']!;
const bundle = await (await fetch(process.env['BASE'] + '/specimens/genuine.json')).json();
const pace = [{ mapping: 'GM', agreement: 'ECDH', cipher: 'AES-256', parameter_id: 13 }] as const;
const document = createVirtualChip(chipContentsOf(bundle), { access: { bac: false, pace, can: '123456' }, faults: ['field-lost:60'] });
const { transmit } = document;
const waitForDocument = async (sentence: string) => (document.enterField(), console.log(sentence), transmit);
const askForTheKey = async (sentence: string) => (console.log(sentence), { can: '123456' });
`;

/** The virtual reader of the transport example. It splits responses, as a network might. */
const SOCKET = `${DOCUMENT}import { createServer } from 'node:net';
import { openChip } from '@sigill/reader';
import { transmitOver } from './transport.js';
const listening = createServer((socket) =>
  socket.on('data', async (message) => {
    const response = await transmit(Uint8Array.from(message.subarray(2)));
    socket.write(Uint8Array.of(response.length >> 8));
    setImmediate(() => socket.write(Uint8Array.of(response.length & 0xff, ...response)));
  }),
);
listening.listen(0, '127.0.0.1', async () => {
  const chip = await openChip(transmitOver((listening.address() as { port: number }).port), { access: { can: '123456' } });
  console.log(chip.access.protocol, (await chip.readFile('sod')).length > 1000);
  process.exit();
});
`;

/** Code around the README's camera example, which passes it the same picture of a specimen's page twice. */
const SCAN = [
  `import { readFileSync } from 'node:fs';
const show = (lines: string[], key: object) => console.log(lines.join(' '), JSON.stringify(key));
`,
  `
const { width, height, grey } = JSON.parse(readFileSync('page.json', 'utf8')) as { width: number; height: number; grey: string };
const data = Uint8Array.from(Buffer.from(grey, 'base64').toJSON().data.flatMap((value) => [value, value, value, 255]));
for (const picture of [1, 2]) look({ width, height, data });
`,
] as const;

async function pageAsJson(): Promise<string> {
  const { data, info } = await sharp(Buffer.from(specimenPage('genuine', new Date('2026-11-21T10:00:00Z'))))
    .resize({ width: 900 })
    .flatten()
    .greyscale()
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return JSON.stringify({ width: info.width, height: info.height, grey: data.toString('base64') });
}

let server: TestServer;
let world: World;
let reader: PackedPackage;
beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
  reader = installPacked('reader', readerDependencies());
  const here = (code: string) => code.replace("'https://sigill.example'", "process.env['BASE']!");
  reader.write('session.ts', `${DOCUMENT}${here(session)}`);
  reader.write('transport.ts', transport);
  reader.write('socket.ts', SOCKET);
  reader.write('scan.ts', SCAN.join(scan));
  reader.write('page.json', await pageAsJson());
  reader.write('chip.ts', `${DOCUMENT}${chip}`);
  reader.write('played.ts', `const token = process.env['TOKEN']!;\n${here(played)}`);
  reader.compile('session.ts', 'transport.ts', 'socket.ts', 'scan.ts', 'chip.ts', 'played.ts');
});
afterAll(async () => {
  reader?.remove();
  await server?.stop();
});

describe.each(nodes)('the reader from its packed tarball, on %s', (_, node) => {
  const run = async (name: string) => {
    const { id, token } = await world.session();
    const out = await reader.serve(name, { BASE: server.base, TOKEN: token }, node);
    return { out, session: await world.succeed('session.get', { id }, world.account) };
  };

  test('takes a session by PACE to APPROVED, after a wrong key', async () => {
    const { out, session } = await run('session.ts');
    expect(out).toMatch(/^Hold the phone on the document\.\nThe chip did not accept these details\./);
    expect(out).toMatch(/^dg2 \d+ bytes$/m);
    expect(out.trimEnd().split('\n').at(-1)).toBe('APPROVED');
    expect(session).toMatchObject({ state: 'APPROVED', chip: { clone_protection: 'ACTIVE_AUTHENTICATION' } });
  });

  test('reads the printed lines on two pictures', async () => {
    expect((await run('scan.ts')).out).toBe(
      'P<UTOVINTERGLANS<<ALMA<SIGRID<<<<<<<<<<<<<<< SG00000015UTO9004126F3301144UT900412X<<<<<62 ' +
        '{"document_number":"SG0000001","date_of_birth":"900412","date_of_expiry":"330114"}\n',
    );
  });

  test('reads a chip without a service', async () => {
    expect((await run('chip.ts')).out).toBe('PACE GM 93\n');
  });

  test('reaches a chip over the transport of the example', async () => {
    expect((await run('socket.ts')).out).toBe('PACE true\n');
  });

  test('simulates a specimen that slips away', async () => {
    const { out, session } = await run('played.ts');
    expect(out).toBe('APPROVED\n');
    expect(session).toMatchObject({ state: 'APPROVED' });
  });
});

test('the package contains code, declarations, README, licence and its bill of materials, and has no source links', () => {
  const manifest = JSON.parse(readFileSync(join(reader.installed, 'package.json'), 'utf8'));
  expect(Object.keys(manifest.dependencies)).toEqual(['@noble/ciphers', '@noble/curves', '@noble/hashes']);
  expect(manifest).not.toHaveProperty('scripts');
  expect(JSON.stringify(manifest.exports)).not.toContain('src');
  expect(readdirSync(reader.installed).sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist',
    'package.json',
    'sbom.cdx.json',
  ]);
  const { components } = JSON.parse(readFileSync(join(reader.installed, 'sbom.cdx.json'), 'utf8'));
  expect(components.map(({ name, scope }: { name: string; scope: string }) => [name, scope])).toEqual(
    Object.keys(manifest.dependencies).map((name) => [name, 'required']),
  );
});

test('building the same sources again gives the same tarball', () => {
  const hash = () => createHash('sha256').update(readFileSync(reader.tarball)).digest('hex');
  const before = hash();
  execFileSync(process.execPath, [join(root, 'scripts/packages/build-package.ts'), 'reader']);
  expect(hash()).toBe(before);
});

test('passes publint and attw', () => {
  const run = (name: string, ...args: string[]) =>
    execFileSync(process.execPath, [join(root, 'node_modules/.bin', name), ...args], { stdio: 'pipe' });
  expect(() => run('publint', '--strict', reader.tarball)).not.toThrow();
  expect(() => run('attw', reader.tarball, '--profile', 'esm-only')).not.toThrow();
});
