/** The image that operators build, started as by an orchestrator: without privileges, without a shell, on a read-only root. */
// SQLite only: it is about the image.
// CI only: it builds an image with buildah from Debian.
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../server/test-service/free-port.ts';
import { copyArtefact } from '../support/process/artefact.ts';
import { buildImage, type Container, type Image, isIn, missingForContainers } from '../support/process/container.ts';
import { createCaller } from '../support/server/call.ts';
import { eventually } from '../support/server/test-server.ts';

const missing = missingForContainers();

describe('the image', () => {
  if (missing) return test.skip(`is not built: ${missing}`);

  let artefact: string;
  let image: Image;
  let data: string;
  let port: number;
  let environment: Record<string, string>;
  let container: Container | undefined;

  beforeAll(async () => {
    artefact = copyArtefact();
    image = buildImage(artefact);
    // Removed to prove that the service needs nothing but Node.
    for (const program of ['/bin/sh', '/usr/local/lib/npm', '/usr/local/bin/npm'])
      rmSync(join(image.files, program), { recursive: true });
    data = mkdtempSync(join(tmpdir(), 'sigill-volume-'));
    writeFileSync(join(data, 'server_key'), randomBytes(32).toString('base64'));
    writeFileSync(join(data, 'smtp_url'), 'smtp://127.0.0.1:1\n');
    for (const path of ['', 'server_key', 'smtp_url']) chownSync(join(data, path), 1000, 1000);
    port = await freePort();
    environment = {
      PORT: String(port),
      PUBLIC_URL: 'https://localhost',
      DRAIN_SECONDS: '0',
      SERVER_KEY_FILE: '/data/server_key',
      SMTP_URL_FILE: '/data/smtp_url',
    };
  }, 400_000);
  afterEach(() => container?.end('SIGKILL'));
  afterAll(() => {
    image?.remove();
    for (const folder of [artefact, data]) if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const start = (command = image.config.Cmd) => {
    container = image.run([...image.config.Entrypoint, ...command], { data, environment });
    return container;
  };
  const ready = () =>
    eventually(async () => {
      if (container!.child.exitCode !== null) throw new Error(`It ended: ${container!.said()}`);
      return container!.said().includes('Sigill is running');
    }, 'the start');
  async function evaluate(code: string): Promise<string> {
    const { child, said } = image.run(['node', '-e', code], { data });
    await new Promise((resolve) => child.once('close', resolve));
    return said();
  }

  test('names its user by number, starts node without a shell, and states its version', () => {
    const { User, Entrypoint, Cmd, Labels, Healthcheck } = image.config;
    expect([User, Entrypoint[0], Cmd]).toEqual(['1000:1000', 'node', ['server.mjs']]);
    expect(Labels['org.opencontainers.image.version']).toBe('1.2.3');
    expect(Healthcheck.Test.slice(0, 2)).toEqual(['CMD', 'node']);
    expect(isIn(image, 'sigill/server.mjs')).toBe(true);
    expect(isIn(image, 'build')).toBe(false);
  });

  test('gives its process no rights, and nothing to write to but the volume', async () => {
    const write = (path: string) =>
      `try { fs.writeFileSync('${path}', ''); console.log('written') } catch (error) { console.log(error.code) }`;
    const said = await evaluate(
      `console.log(process.pid, process.getuid(), process.getgid());
       console.log(/CapEff:\\s+(\\S+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]);
       ${write('/sigill/server.mjs')}; ${write('/new')}; ${write('/data/new')}`,
    );
    expect(said.trim().split('\n')).toEqual(['1 1000 1000', '0000000000000000', 'EROFS', 'EROFS', 'written']);
  });

  test('has the libraries that convert portraits', async () => {
    const create = { width: 2, height: 2, channels: 3, background: 'red' };
    const code = `import('sharp').then(({ default: sharp }) => sharp({ create: ${JSON.stringify(create)} }).png().toBuffer())
      .then((png) => console.log(png.subarray(1, 4).toString()), console.log)`;
    expect((await evaluate(code)).trim()).toBe('PNG');
  });

  test('migrates, serves, reports its health, and ends on SIGTERM as the first process', async () => {
    const migrating = start(['migrate.mjs']);
    expect(await new Promise((resolve) => migrating.child.once('close', resolve))).toBe(0);
    const { said, execute } = start();
    await ready();
    const [kind, ...check] = image.config.Healthcheck.Test;
    expect([kind, execute(check)]).toEqual(['CMD', 0]);
    const base = `http://127.0.0.1:${port}`;
    const { status } = await createCaller(base)('password.create', {
      email: 'a@example.com',
      password: 'correct horse',
    });
    expect(status).toBe(200);
    expect((await fetch(`${base}/sign-up`)).status).toBe(200);
    expect(existsSync(join(data, 'sigill.db'))).toBe(true);
    // In this container, nothing listens.
    const elsewhere = { ...environment, PORT: String(await freePort()) };
    const idle = image.run(['node', '-e', 'setTimeout(() => {}, 60_000)'], { data, environment: elsewhere });
    await eventually(
      async () => readFileSync(`/proc/${idle.child.pid}/task/${idle.child.pid}/children`, 'utf8').trim(),
      'it',
    );
    expect(idle.execute(check)).toBe(1);
    expect(await container!.end('SIGTERM')).toBe(0);
    await idle.end('SIGKILL');
    expect(
      said()
        .split('\n')
        .filter((line) => /"level":[56]0|Warning|\n {4}at /.test(line)),
    ).toEqual([]);
  });
});
