/** One of the project's commands, run in a process of its own beside a test server, on the same data. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { TestServer } from './test-server.ts';

export async function runScript(
  { deps: { config } }: Pick<TestServer, 'deps'>,
  name: 'operator' | 'reader',
  ...args: string[]
): Promise<{ status: number | null; output: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, `../../scripts/${name}.ts`), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATA_DIR: config.data_dir,
      PORT: String(config.port),
      ...(config.database_url && { DATABASE_URL: config.database_url }),
    },
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const status = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { status, output };
}
