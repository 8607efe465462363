/** The project's commands beside a test server, on the same data. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { operate } from '../../scripts/operator.ts';
import type { TestServer } from './test-server.ts';

type Beside = Pick<TestServer, 'deps'>;

/** A command in a process of its own, as users run it. */
export async function runScript(
  server: Beside,
  name: 'operator' | 'reader',
  ...args: string[]
): Promise<{ status: number | null; output: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, `../../scripts/${name}.ts`), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environmentOf(server) },
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const status = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { status, output };
}

/** The operator's command with what a shell gives it, without a process: nobody is there to answer. */
export async function runOperator(server: Beside, ...args: string[]): Promise<{ status: number; output: string }> {
  let output = '';
  const write = (text: string) => {
    output += text;
  };
  const status = await operate(args, { environment: environmentOf(server), write, writeError: write });
  return { status, output };
}

const environmentOf = ({ deps: { config } }: Beside) => ({
  DATA_DIR: config.data_dir,
  PORT: String(config.port),
  ...(config.database_url && { DATABASE_URL: config.database_url }),
});
