/** Prism, the independent reader of the contract: as a mock, and as a proxy that checks what passes through it. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

const root = join(import.meta.dirname, '../..');
const READY = 'Prism is listening';

export const startMock = () => start('mock');

/** Without --errors: violations are told in the `sl-violations` header and the answer passes. */
export const startProxy = (upstream: string) => start('proxy', upstream);

async function start(mode: 'mock' | 'proxy', ...upstream: string[]) {
  const port = await freePort();
  const prism = join(root, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const child = spawn(
    process.execPath,
    [prism, mode, join(root, 'openapi/v1.yaml'), ...upstream, '--port', String(port), '--host', '127.0.0.1'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (output.includes(READY)) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject).once('exit', (code) => reject(new Error(`Prism ended with ${code}:\n${output}`)));
  });
  // Read on and forget: a full pipe would stop it.
  child.stdout.removeAllListeners('data').resume();
  child.stderr.removeAllListeners('data').resume();
  return {
    base: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        child.removeAllListeners('exit').once('exit', () => resolve());
        child.kill();
      }),
  };
}

interface Violation {
  location: string[];
  severity: string;
  message: string;
}

/** What Prism found wrong with an answer; what it says about requests is left out. */
export function responseViolations(headers: Headers): string[] {
  const violations = JSON.parse(headers.get('sl-violations') ?? '[]') as Violation[];
  return violations
    .filter(({ location }) => location[0] === 'response')
    .map(({ location, message }) => `${location.join('.')} ${message}`);
}
