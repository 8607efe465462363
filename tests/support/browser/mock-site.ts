/** The site in development with the mock, without a service: what `npm run dev:mock` starts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startMock } from '../../../scripts/mock/start-mock.ts';
import { freePort } from '../../../server/test-service/free-port.ts';

const root = join(import.meta.dirname, '../../..');

export async function startMockSite() {
  const [port, web] = [await freePort(), await freePort()];
  const base = `http://localhost:${web}`;
  const [mock, vite] = await Promise.all([startMock({ port }), startVite(port, web)]);
  return {
    base,
    mock,
    async stop(): Promise<void> {
      vite.kill();
      await mock.stop();
    },
  };
}

async function startVite(port: number, web: number): Promise<ChildProcess> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, 'web', '--port', String(web), '--strictPort'], {
    cwd: root,
    env: { ...process.env, API_URL: `http://localhost:${port}`, MOCK: 'on', NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for (let output = ''; !output.includes('ready in'); ) {
    const [chunk] = await once(child.stdout, 'data');
    output += String(chunk);
  }
  child.stdout.resume();
  return child;
}
