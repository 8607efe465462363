/** Runs Prism, an independent implementation of the contract, on its own port: as a mock, or as a proxy that validates the traffic. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../openapi/contract/contract.ts';
import { freePort } from '../../server/test-service/free-port.ts';

export const wholeContract = join(root, 'server/generated/openapi.json');

const READY = 'Prism is listening';

export interface Prism {
  base: string;
  stop(): Promise<void>;
}

/** `upstream` is the service behind the proxy. */
export async function startPrism(mode: 'mock' | 'proxy', ...upstream: string[]): Promise<Prism> {
  const port = await freePort();
  const prism = join(root, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const child = spawn(
    process.execPath,
    [prism, mode, wholeContract, ...upstream, '--port', String(port), '--host', '127.0.0.1'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const end = () => void child.kill();
  process.once('exit', end);
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
  // Drain the output: a full pipe would block Prism.
  child.stdout.removeAllListeners('data').resume();
  child.stderr.removeAllListeners('data').resume();
  return {
    base: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        process.off('exit', end);
        child.removeAllListeners('exit').once('exit', () => resolve());
        child.kill();
      }),
  };
}
