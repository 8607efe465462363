/** The server as users start it: a separate process with its own data folder, so that it can be killed and restarted. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../../../server/test-service/free-port.ts';
import { READY } from './ready.ts';
import { bundled } from './server-bundle.ts';

const root = join(import.meta.dirname, '../../..');

interface Program {
  cwd: string;
  file: string;
  environment?: Record<string, string>;
}

export const FROM_SOURCE: Program = { cwd: root, file: join(root, 'server/main.ts') };
/** Bundled as in production, if the test run has a place for the bundle. */
const usual = async (): Promise<Program> => fromBundle(await bundled('server'));
export const quickServer = async (): Promise<Program> => fromBundle(await bundled('quick-server'));

/** The compile cache is shared with the next process, and removed with the bundle. */
const fromBundle = (file: string): Program => ({
  cwd: root,
  file,
  environment: file.endsWith('.mjs') ? { NODE_COMPILE_CACHE: join(dirname(file), '.cache') } : {},
});

/** `prefix` is the command that runs the server, for example on a separate disk. `options` follow the program on the command line. */
export async function createServerProcess(
  environment: Record<string, string> = {},
  prefix: (folder: string) => string[] = () => [],
  given?: Program,
  options: readonly string[] = [],
) {
  const program = given ?? (await usual());
  const folder = mkdtempSync(join(tmpdir(), 'sigill-process-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  let stdout = '';
  let stderr = '';

  return {
    base: `http://localhost:${port}`,
    folder,
    /** Changes apply at the next start. */
    environment,
    get pid() {
      return child?.pid;
    },
    get exitCode() {
      return child?.exitCode ?? child?.signalCode ?? null;
    },
    get stdout() {
      return stdout;
    },
    get stderr() {
      return stderr;
    },
    async start(): Promise<void> {
      const [command, ...args] = [
        ...prefix(folder),
        process.execPath,
        '--import',
        join(root, 'tests/support/process/no-network.mjs'),
        program.file,
        ...options,
      ];
      const started = spawn(command!, args, {
        cwd: program.cwd,
        env: {
          ...process.env,
          NODE_ENV: '',
          LOG_LEVEL: 'error',
          ...program.environment,
          DATA_DIR: folder,
          PORT: String(port),
          PUBLIC_URL: `http://localhost:${port}`,
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      started.stderr.on('data', (chunk) => {
        stderr += chunk;
      });
      await new Promise<void>((resolve, reject) => {
        let output = '';
        started.stdout.on('data', (chunk) => {
          output += chunk;
          stdout += chunk;
          if (output.includes(READY)) resolve();
        });
        started.once('exit', (code) =>
          reject(new Error(`The server ended with ${code} before it was ready:\n${output}${stderr}`)),
        );
      });
    },
    async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
      const ending = child;
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null;
      const ended = new Promise<number | null>((resolve) => ending.once('exit', resolve));
      ending.kill(signal);
      return ended;
    },
    async remove(): Promise<void> {
      await this.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type ServerProcess = Awaited<ReturnType<typeof createServerProcess>>;
