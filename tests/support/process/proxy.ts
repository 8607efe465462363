/**
 * nginx and Caddy with the files that operators get. Only names, ports, places and the certificate are replaced. For Caddy, the
 * email address is removed too, and the admin endpoint and HTTP/3 are off.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../../openapi/contract/contract.ts';
import { freePort } from '../../../server/test-service/free-port.ts';
import { debianProgram } from '../debian-program.ts';

const FILES = join(root, 'server/deploy');

export const PROXIES = {
  nginx: {
    package: 'nginx-light',
    file: 'nginx.conf',
    arguments: (file: string) => ['-c', file, '-g', 'daemon off;'],
    replacements: ({ folder, https, http, upstream }: Places): [string, string][] => [
      ['id.example.com', 'localhost'],
      ['443', `${https}`],
      ['listen 80', `listen ${http}`],
      ['[::]:80', `[::]:${http}`],
      ['https://localhost$request_uri', `https://localhost:${https}$request_uri`],
      ['127.0.0.1:3000', `127.0.0.1:${upstream}`],
      ['/etc/ssl/sigill', folder],
      ['/run/nginx.pid', join(folder, 'nginx.pid')],
      ['/var/log/nginx/error.log', join(folder, 'error.log')],
    ],
  },
  caddy: {
    package: 'caddy',
    file: 'Caddyfile',
    arguments: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
    replacements: ({ folder, https, http, upstream }: Places): [string, string][] => [
      ['\temail operator@example.com', `\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}`],
      // HTTP/3 would need the UDP port of the same number, which `freePort` holds to claim the TCP port.
      ['\tservers {', '\tservers {\n\t\tprotocols h1 h2'],
      ['id.example.com {', `localhost {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`],
      ['127.0.0.1:3000', `127.0.0.1:${upstream}`],
    ],
  },
};

interface Places {
  folder: string;
  https: number;
  http: number;
  upstream: number;
}

export interface RunningProxy extends AsyncDisposable {
  base: string;
  port: number;
  http: number;
  certificate: string;
  said(): string;
}

export async function startProxy(name: keyof typeof PROXIES, upstream: number): Promise<RunningProxy> {
  const proxy = PROXIES[name];
  const folder = mkdtempSync(join(tmpdir(), `sigill-${name}-`));
  const places = { folder, https: await freePort(), http: await freePort(), upstream };
  makeCertificate(folder);
  let text = readFileSync(join(FILES, proxy.file), 'utf8');
  for (const [usual, here] of proxy.replacements(places)) {
    if (!text.includes(usual)) throw new Error(`${proxy.file} has no ${usual}`);
    text = text.replaceAll(usual, here);
  }
  const file = join(folder, proxy.file);
  writeFileSync(file, text);
  mkdirSync(join(folder, 'data'));
  const child = spawn(debianProgram(name, proxy.package)!, proxy.arguments(file), {
    env: { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  await listening(child, places.https, () => said);
  const log = join(folder, 'error.log');
  return {
    base: `https://localhost:${places.https}`,
    port: places.https,
    http: places.http,
    certificate: readFileSync(join(folder, 'fullchain.pem'), 'utf8'),
    said: () => said + (existsSync(log) ? readFileSync(log, 'utf8') : ''),
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Uses the command that docs/operations.md gives for a first try, with another name and a shorter validity. */
function makeCertificate(folder: string): void {
  const { status, stderr } = spawnSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
      ...['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')],
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
}

async function listening(child: ChildProcess, port: number, said: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${said()}`);
    const socket = connect(port, 'localhost');
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await pause(50);
  }
}
