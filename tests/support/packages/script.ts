/** The project's commands: in this process, as nearly all tests run them, or in a separate one, as people do. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Output } from '../../../sdk/cli/src/terminal.ts';
import { reader } from '../../../server/commands/reader.ts';
import { operate } from '../../../server/operator/operator.ts';
import type { TestServer } from '../server/test-server.ts';

type Beside = Pick<TestServer, 'deps'>;

export interface Ended {
  code: number;
  out: string;
  err: string;
  /** Both streams, in the order of writing. */
  output: string;
}

export async function captured(command: (output: Output) => number | Promise<number>): Promise<Ended> {
  const said = { out: '', err: '', output: '' };
  const writer = (stream: 'out' | 'err') => (text: string) => {
    said[stream] += text;
    said.output += text;
  };
  const code = await command({ write: writer('out'), writeError: writer('err') });
  return { code, ...said };
}

export function spawned(script: string, args: string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, '../../..', script), ...args],
      { env: { ...process.env, ...environment } },
      (_, out, err) => resolve({ code: child.exitCode ?? -1, out, err, output: out + err }),
    );
  });
}

/** The operator's command on the data of a test server. Nobody answers its questions. */
export const runOperator = (server: Beside, ...args: string[]): Promise<Ended> =>
  captured((output) => operate(args, { ...output, environment: environmentOf(server) }));

export const answerOperator = (
  server: Beside,
  ask: (question: string) => Promise<string>,
  ...args: string[]
): Promise<Ended> => captured((output) => operate(args, { ...output, ask, environment: environmentOf(server) }));

export async function runTrust(server: Beside, ...args: string[]) {
  const { code, out, err } = await runOperator(server, 'trust', ...args);
  return { code, lines: out.trimEnd().split('\n'), err };
}

export const spawnOperator = (server: Beside, ...args: string[]): Promise<Ended> =>
  spawned('server/operator/operator.ts', args, environmentOf(server));

export const runReader = (...args: string[]): Promise<Ended> => captured((output) => reader(args, output));

const environmentOf = ({ deps: { config } }: Beside) => ({
  DATA_DIR: config.data_dir,
  PORT: String(config.port),
  ...(config.database_url && { DATABASE_URL: config.database_url }),
  ...(config.master_lists_dir && { MASTER_LISTS_DIR: config.master_lists_dir }),
});
