// SQLite only: it is about a package.
// CI only: it packs the SDK.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../openapi/contract/contract.ts';
import { packTwoFormats } from '../../scripts/packages/two-formats.ts';
import { installPackedSdk, type PackedSdk } from '../support/packages/packed-sdk.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

const PEERS = ['@tanstack/react-query', 'valibot'];

let server: TestServer;
let sdk: PackedSdk;

beforeAll(async () => {
  server = await createTestServer();
  sdk = installPackedSdk();
});
afterAll(async () => {
  sdk?.remove();
  await server?.stop();
});

describe('the SDK from its packed tarball', () => {
  test('type-checks and runs in a fresh project', async () => {
    const { basic } = await server.account();
    const output = await sdk.run(
      'first-session.ts',
      `import { Sigill, NotFoundError, BadRequestError } from '@sigill/sdk';
const sigill = new Sigill({ baseUrl: process.env['BASE']! });
const { id, token, open_url } = await sigill.session.create({ reference: 'order-1001' });
const { state } = await sigill.session.state({ id });
const session = await sigill.session.get({ id });
const missing = await sigill.session.get({ id: 123 }).catch((error: unknown) => error);
const wrong = await sigill.session.create({ face_verification: 'yes' as never }).catch((error: unknown) => error);
const { response } = await sigill.session.state({ id }).withResponse();
console.log(JSON.stringify({
  created: id > 0 && token.length > 16 && open_url.includes(token), state, reference: session.reference,
  missing: missing instanceof NotFoundError && missing.message, code: missing instanceof NotFoundError && missing.code,
  wrong: wrong instanceof BadRequestError && wrong.message, request_id: (response.headers.get('x-request-id') ?? '').length > 8,
}));
`,
      { BASE: server.base, SIGILL_PUBLIC_KEY: basic.public_key, SIGILL_SECRET: basic.secret },
    );
    expect(JSON.parse(output)).toEqual({
      created: true,
      state: 'CREATED',
      reference: 'order-1001',
      missing: 'No session found with id: 123',
      code: 'not_found',
      wrong: 'face_verification must be boolean, received string',
      request_id: true,
    });
  });

  test.each(['.cts', '.mts'])('is the same in a CommonJS file and in a module: %s', async (extension) => {
    const { basic } = await server.account();
    const imports =
      extension === '.cts'
        ? `const sdk = require('@sigill/sdk') as typeof import('@sigill/sdk');`
        : `import * as sdk from '@sigill/sdk';`;
    const output = await sdk.run(
      `format${extension}`,
      `${imports}
new sdk.Sigill().session
  .get({ id: 123 })
  .catch((error: unknown) => console.log(error instanceof sdk.NotFoundError));
`,
      { SIGILL_BASE_URL: server.base, SIGILL_PUBLIC_KEY: basic.public_key, SIGILL_SECRET: basic.secret },
    );
    expect(output).toBe('true\n');
  });

  test('has types for projects that resolve modules as Node 10 did', () =>
    sdk.checkAsOldProject(
      'old-project.ts',
      `import { Sigill, type VerificationSession } from '@sigill/sdk';
import { createPortalClient } from '@sigill/sdk/portal';
import { verifyProof } from '@sigill/sdk/proof';
export const verify = verifyProof;
export const get = (id: number): Promise<VerificationSession> => new Sigill().session.get({ id });
// @ts-expect-error The type is known: an id is a number.
export const wrong = () => createPortalClient().session.get({ id: '1' });
`,
    ));

  test('verifies a proof of the service, offline, and shows one claim of it', async () => {
    const world = createWorld(server, await server.account());
    const { id } = await world.ended('genuine');
    const { proof } = await world.succeed('session.proof', { id }, world.account);
    const keys = await (await fetch(`${server.base}/.well-known/jwks.json`)).text();
    const output = await sdk.run(
      'proof.ts',
      `import { presentProof, type ProofAge, ProofVerificationError, verifyProof } from '@sigill/sdk/proof';
const { PROOF: proof = '', ISSUER: issuer = '', KEYS = '' } = process.env;
const options = { issuer, keys: JSON.parse(KEYS), specimens: true };
const shown = presentProof(proof, ['age_over_18']);
const { claims, specimen } = await verifyProof(shown, options);
const age: ProofAge | undefined = claims.age_over_18;
const refused = await verifyProof(shown, { ...options, specimens: false }).catch((error: unknown) => error);
console.log(JSON.stringify({ names: Object.keys(claims), age: age?.value, specimen, refused: refused instanceof ProofVerificationError && refused.code }));
`,
      { PROOF: proof, ISSUER: server.base, KEYS: keys },
    );
    expect(JSON.parse(output)).toEqual({ names: ['age_over_18'], age: true, specimen: true, refused: 'specimen' });
  });

  test('needs TanStack Query and Valibot only for their entry points', async () => {
    for (const library of PEERS) sdk.bring(library);
    const output = await sdk.run(
      'peers.ts',
      `import { sessionGetOptions } from '@sigill/sdk/portal/react-query';
import { vSessionCreateParams } from '@sigill/sdk/portal/schemas';
import { safeParse } from 'valibot';
const { success, output } = safeParse(vSessionCreateParams, { reference: 'order-1' });
const reference: string | undefined = success ? output.reference : undefined;
if (reference !== 'order-1') throw new Error('The schema refuses what the contract accepts');
console.log(JSON.stringify([sessionGetOptions({ id: 1 }).queryKey, Object.keys(vSessionCreateParams.entries)]));
`,
    );
    const params = [
      'face_verification',
      'passport_only',
      'require_clone_protection',
      'refuse_weak',
      'reference',
      'callback_url',
      'locale',
      'redirect_url',
      'policy',
      'claims',
      'specimen',
      'send_to',
    ];
    expect(JSON.parse(output)).toEqual([['session.get', { id: 1 }], params]);
  });

  test('has no wrong declaration behind any of its entry points', async () => {
    for (const library of PEERS) sdk.bring(library);
    const { exports } = JSON.parse(readFileSync(join(sdk.project, 'node_modules/@sigill/sdk/package.json'), 'utf8'));
    const entries = Object.keys(exports).filter((name) => !/\.(yaml|json)$/.test(name));
    expect(entries).toEqual(expect.arrayContaining(['.', './portal', './portal/schemas', './proof']));
    const imports = entries.map((name, at) => `export * as entry${at} from '@sigill/sdk${name.slice(1)}';\n`);
    await sdk.checkDeclarations('entries.ts', imports.join(''));
  });

  test('describes itself and its contents, and says nothing about its development', () => {
    const packed = (name: string) => readFileSync(join(sdk.project, 'node_modules/@sigill/sdk', name), 'utf8');
    const manifest = JSON.parse(packed('package.json'));
    expect(manifest).not.toHaveProperty('scripts');
    expect(packed('package.json')).not.toMatch(/"source"|src\//);
    const { bomFormat, metadata, components } = JSON.parse(packed('sbom.cdx.json'));
    expect([bomFormat, manifest.dependencies, components]).toEqual(['CycloneDX', undefined, []]);
    expect(metadata.component).toMatchObject({
      ...{ name: manifest.name, version: manifest.version, licenses: [{ license: { id: 'MIT' } }] },
      purl: `pkg:npm/%40sigill/sdk@${manifest.version}`,
    });
    const files = readdirSync(join(sdk.project, 'node_modules/@sigill/sdk'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => /\.map$|\.test\.|(^|\/)src(\/|$)|testing|service/.test(name))).toEqual([]);
    expect(statSync(sdk.tarball).size).toBeLessThan(200_000);
  });

  test('has the same bytes when it is packed again', () => {
    const again = join(sdk.project, 'again.tgz');
    packTwoFormats(join(root, 'sdk/client'), { tarball: again });
    expect(readFileSync(again).equals(readFileSync(sdk.tarball))).toBe(true);
  });

  test('passes publint and attw', () => {
    const bin = (name: string) => join(root, 'node_modules/.bin', name);
    const run = (command: string, ...args: string[]) =>
      execFileSync(command, args, {
        cwd: join(root, 'sdk/client'),
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    expect(() => run(bin('publint'), '--strict', sdk.tarball)).not.toThrow();
    expect(() => run(bin('attw'), sdk.tarball, '--exclude-entrypoints', './openapi.yaml')).not.toThrow();
  });
});
