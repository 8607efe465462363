/** What runs in production: installed outside the repository with only its own packages, and used from outside. */
// SQLite only: it is about what is installed.
// CI only: it builds and installs what runs in production.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseAst } from 'rolldown/parseAst';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../openapi/contract/contract.ts';
import type { ReaderCall } from '../../sdk/reader/src/session/service-calls.ts';
import { playSpecimen, type Specimen } from '../../sdk/reader/src/specimen/index.ts';
import { openDatabase } from '../../server/database/database.ts';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { freePort } from '../../server/test-service/free-port.ts';
import { copyArtefact, installPackages } from '../support/process/artefact.ts';
import { production } from '../support/process/production.ts';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { createCaller } from '../support/server/call.ts';
import { freshEmail } from '../support/server/newcomers.ts';
import { eventually } from '../support/server/test-server.ts';

let folder: string;
beforeAll(() => {
  folder = copyArtefact();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(folder, path), 'utf8');

function command(file: string, args: string[] = [], environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...environment },
  });
  return { status, stdout, stderr };
}

interface Node {
  type: string;
  source?: { value?: unknown } | null;
  callee?: { name?: string };
  arguments?: { value?: unknown; quasis?: { value: { raw: string } }[] }[];
}

interface Component {
  name: string;
  version: string;
  hashes: object[];
  licenses: object[];
}

/** Finds only literal names. @throws if the file is not JavaScript. */
function importsOf(code: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { source, callee, arguments: [first] = [] } = value as Node;
    if (typeof source?.value === 'string') found.push(source.value);
    const required = first?.value ?? first?.quasis?.[0]?.value.raw;
    if (/^(__)?require(\.resolve)?$/.test(callee?.name ?? '') && typeof required === 'string') found.push(required);
    for (const part of Object.values(value)) visit(part);
  };
  visit(parseAst(code, { lang: 'js', sourceType: 'module' }));
  return found;
}

describe('the artefact, before its packages are installed,', () => {
  test('contains JavaScript that imports its own files, Node and the packages that it names', () => {
    const { dependencies, peerDependencies } = JSON.parse(read('package.json')) as Record<string, object>;
    const named = Object.keys({ ...dependencies, ...peerDependencies });
    const files = globSync(['*.mjs', 'server/*.mjs'], { cwd: folder });
    expect(files.length).toBeGreaterThan(10);
    const strange = files.flatMap((file) =>
      importsOf(read(file)).filter((name) => {
        if (name.startsWith('.')) return !statSync(join(folder, dirname(file), name), { throwIfNoEntry: false });
        return !isBuiltin(name) && !named.some((own) => name === own || name.startsWith(`${own}/`));
      }),
    );
    expect(strange).toEqual([]);
    expect(globSync('**/*.{ts,tsx,cts,mts}', { cwd: folder })).toEqual([]);
  });

  test('contains no compiler of TypeScript, of the contract or of schemas, and no YAML parser', () => {
    const bundled = read('LICENSES.txt');
    expect(bundled).toMatch(/^express \d/m);
    expect(bundled).not.toMatch(/^(typescript|yaml|js-yaml|@apidevtools\/\S+|openapi-schema-validator|rolldown) \d/m);
    expect(bundled).not.toMatch(/^(body-parser|iconv-lite|mock-json-schema|dereference-json-schema) \d/m);
    for (const file of globSync('server/*.mjs', { cwd: folder })) expect(read(file)).not.toMatch(/class CodeGen\b/);
  });

  test('is ASCII, so that Node keeps its sources with one byte per character', () => {
    const others = globSync('{*,server/*}.mjs', { cwd: folder }).filter((file) => !/^[\0-\x7f]*$/.test(read(file)));
    expect(others).toEqual([]);
  });

  test('lists every package that it bundles, installs or shows in the site, with its license and hash', () => {
    const { metadata, components } = JSON.parse(read('sbom.cdx.json')) as { metadata: object; components: Component[] };
    expect(metadata).toMatchObject({
      component: { name: 'sigill', licenses: [{ license: { name: 'sigill: LICENSE' } }] },
    });
    const listed = components.map(({ name, version }) => `${name} ${version}`);
    expect(new Set(listed).size).toBe(listed.length);
    const bundled = [...read('LICENSES.txt').matchAll(/^((?:@[\w.-]+\/)?[\w.-]+ \d\S*) \(.+\)$/gm)].map(
      ([, one]) => one!,
    );
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> };
    const installed = Object.entries(packages)
      .filter(([path]) => path !== '')
      .map(([path, { version }]) => `${path.split('node_modules/').at(-1)} ${version}`);
    expect([bundled.length, installed.length]).toEqual([expect.toSatisfy((count) => count > 50), expect.any(Number)]);
    expect([...bundled, ...installed].filter((one) => !listed.includes(one))).toEqual([]);
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['react', '@tanstack/react-router']));
    expect(
      names.filter((name) => name.startsWith('@sigill/') || /^(vite|vitest|typescript|rolldown)$/.test(name)),
    ).toEqual([]);
    for (const { name, hashes, licenses } of components)
      expect({ name, hashes, licenses }).toEqual({
        name,
        hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }],
        licenses: [{ expression: expect.any(String) }],
      });
  });

  test('is the same byte for byte when built again, and states its version and contract', () => {
    const again = mkdtempSync(join(tmpdir(), 'sigill-again-'));
    const { status, stderr } = spawnSync(process.execPath, ['scripts/artefact/build.ts', again], {
      cwd: root,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(contentsOf(again)).toEqual(contentsOf(folder));
    rmSync(again, { recursive: true, force: true });
    const contract = createHash('sha256').update(read('server/generated/openapi.json')).digest('hex');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(JSON.parse(read('version.json'))).toEqual({ version, contract: `sha256-${contract}` });
  });

  test('has commands that say that packages are missing, and how to install them', () => {
    for (const file of ['server.mjs', 'migrate.mjs', 'operator.mjs']) {
      const { status, stderr } = command(file);
      expect({ file, status }).toEqual({ file, status: 1 });
      expect(stderr).toMatch(/^The packages of \S+ are not installed\. Run `npm ci --omit=dev` there\. [^\n]+\n$/);
    }
  });
});

describe('the installed artefact', () => {
  const received: string[] = [];
  const environment: Record<string, string> = production();
  let smtp: SMTPServer;
  let service: ServerProcess;

  beforeAll(async () => {
    installPackages(folder);
    // Production must work without local mode's code.
    rmSync(join(folder, 'server/local-mode.mjs'));
    const port = await freePort();
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        void text(stream).then((mail) => {
          received.push(mail);
          done();
        });
      },
    });
    await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve));
    Object.assign(environment, {
      NODE_ENV: '',
      // Unset, because the service keeps its compile cache in its own folder.
      NODE_COMPILE_CACHE: '',
      DRAIN_SECONDS: '0',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API: `https://127.0.0.1:${await freePort()}`,
      GOOGLE_CLIENT_ID: 'client',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_ISSUER: `https://127.0.0.1:${await freePort()}`,
    });
    service = await createServerProcess(environment, () => [], { cwd: folder, file: join(folder, 'server.mjs') });
    service.environment['PUBLIC_URL'] = service.base;
    await service.start();
  });
  afterAll(async () => {
    await service?.remove();
    await new Promise<void>((resolve) => smtp.close(resolve));
  });

  const call = <Id extends OperationId>(id: Id, ...rest: unknown[]) =>
    createCaller(service.base)(id, ...(rest as [never, never, never]));
  const signUp = async () => {
    const email = freshEmail();
    const { status, body } = await call('password.create', { email, password: 'correct horse' });
    expect(status).toBe(200);
    return { email, bearer: body.access_token };
  };

  test('starts in production mode by default, becomes ready, and serves site, contract and specimens', async () => {
    expect(service.stdout).toContain('in production mode');
    const paths = ['/readyz', '/sign-up', '/es/demo', '/openapi.yaml', '/openapi.json', '/specimens/genuine.json'];
    for (const path of paths) expect([path, (await fetch(service.base + path)).status]).toEqual([path, 200]);
    expect(await (await fetch(`${service.base}/sign-up`)).text()).toContain(service.base);
    expect((await fetch(`${service.base}/_local/`)).status).toBe(404);
  });

  test('serves all packages, and names itself where pages install them', async () => {
    const listed = await (await fetch(`${service.base}/sdk/packages.json`)).json();
    const { packages } = listed as { packages: { name: string; url: string; bytes: number }[] };
    expect(packages.map(({ name }) => name)).toEqual(
      ['sdk', 'testing', 'cli', 'emrtd', 'face', 'reader', 'react-native'].map((name) => `@sigill/${name}`),
    );
    for (const { url, bytes } of packages) expect((await (await fetch(url)).arrayBuffer()).byteLength, url).toBe(bytes);
    expect(await (await fetch(`${service.base}/react-native-guide.md`)).text()).toContain(
      `npm install ${service.base}/sdk/sigill-react-native.tgz ${service.base}/sdk/sigill-reader.tgz `,
    );
  });

  test('serves the reference as one page that loads nothing from elsewhere, and links to it in each language', async () => {
    for (const path of ['/api-reference', '/es/api-reference']) {
      const html = await (await fetch(service.base + path)).text();
      expect(html.match(/<a href="([^"]+)"[^>]*>Redoc<\/a>/)?.[1]).toBe('/reference.html');
    }
    const page = await fetch(`${service.base}/reference.html`);
    expect([page.status, page.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename=sigill-api-reference.html',
    ]);
    const html = await page.text();
    expect(html).toContain('session.create');
    expect(html).toContain(service.base);
    expect(html.indexOf(`Content-Security-Policy" content="default-src 'none'`)).toBeLessThan(html.indexOf('<script'));
    expect(html).not.toMatch(/<script[^>]* src=/);
  });

  test('hashes a password, signs in with it, and sends email', async () => {
    const { email, bearer } = await signUp();
    expect((await call('password.authenticate', { email, password: 'correct horse' })).status).toBe(200);
    expect((await call('password.authenticate', { email, password: 'wrong horse' })).status).toBe(401);
    await call('password.verify_email_send_code', {}, { bearer });
    await eventually(async () => received.some((mail) => mail.includes(`To: ${email}`)), 'the mail');
  });

  test.each(['genuine', 'id-card'])('verifies the document of %s and converts its portrait', async (name) => {
    const { token } = (await call('demo.create', {})).body;
    const specimen = (await (await fetch(`${service.base}/specimens/${name}.json`)).json()) as Specimen;
    const reader: ReaderCall = async (id, body, headers) => (await call(id, body, {}, headers)).body as never;
    const end = await playSpecimen({ call: reader, specimen, token, platform: 'CLI', app_version: '1.0.0' });
    expect(end.state).toBe('APPROVED');
    const session = (await call('demo.get', { token })).body as { portrait?: string };
    expect(Buffer.from(session.portrait!, 'base64').subarray(1, 4).toString()).toBe('PNG');
  });

  test('renders a bill', async () => {
    const { bearer } = await signUp();
    const { id: merchant_id } = (await call('merchant.self', {}, { bearer })).body;
    const bill = await insertBill(merchant_id);
    const { status, body } = await call('bill.pdf', { id: bill }, { bearer });
    expect(status).toBe(200);
    expect(Buffer.from(body.pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('calls the providers of cards and sign-in, and says that they do not respond', async () => {
    const { bearer } = await signUp();
    const unavailable = { status: 503, body: { code: 'provider_unavailable' } };
    expect(await call('google.uri', {})).toMatchObject(unavailable);
    expect(await call('stripe.start', {}, { bearer })).toMatchObject(unavailable);
  });

  test('lets the operator list accounts with a current schema, even if nothing beside the code is writable', () => {
    rmSync(join(folder, '.cache'), { recursive: true, force: true });
    writeFileSync(join(folder, '.cache'), '');
    const data = { ...environment, DATA_DIR: service.folder };
    expect(command('migrate.mjs', [], data)).toEqual({
      status: 0,
      stdout: 'The database is up to date.\n',
      stderr: '',
    });
    const elsewhere = { ...data, DATABASE_URL: 'postgres://127.0.0.1:1/sigill' };
    expect(command('migrate.mjs', [], elsewhere).stderr).toMatch(/^The database at .* cannot be used: .*ECONNREFUSED/);
    const listed = command('operator.mjs', ['accounts'], data);
    expect(listed).toMatchObject({ status: 0, stderr: '' });
    expect(listed.stdout).toContain('TRIAL');
    expect(command('operator.mjs').stderr).toMatch(/^node operator\.mjs COMMAND\n/);
  });

  test('reports a wrong configuration in the same sentences as from source', () => {
    const wrong = { PORT: 'none', PUBLIC_URL: 'ftp://example.com', NODE_ENV: 'production' };
    const { status, stderr } = command('server.mjs', [], wrong);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^PORT must be a whole number/m);
    expect(stderr).toBe(command(join(root, 'server/main.ts'), [], wrong).stderr);
  });

  test('ends cleanly on SIGTERM', async () => {
    expect(await service.end('SIGTERM')).toBe(0);
    expect(service.stderr).toBe('');
  });

  async function insertBill(merchant_id: number): Promise<number> {
    const { db, close } = openDatabase({ file: join(service.folder, 'sigill.db') });
    const cycle = { cycle_start: '2026-01-01', cycle_end: '2026-01-31', created: '2026-02-01T00:00:00.000Z' };
    const amounts = { subtotal: 0, vat_rate: 0, vat: 0, total: 0, billables: '[]', state: 'WAIVED' as const };
    const bill = { id: 1, merchant_id, ...cycle, ...amounts };
    await db.insertInto('bills').values(bill).execute();
    await close();
    return bill.id;
  }
});

function contentsOf(place: string): Record<string, string> {
  const files = globSync(['**', '.npmrc'], { cwd: place }).filter((path) => statSync(join(place, path)).isFile());
  const hash = (path: string) =>
    createHash('sha256')
      .update(readFileSync(join(place, path)))
      .digest('hex');
  return Object.fromEntries(files.sort().map((path) => [path, hash(path)]));
}
