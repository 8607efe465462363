/** Builds the command line, if something has changed, as it would be published, installs it without a network, and runs it as people do. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from '../../../scripts/build.ts';
import { createProject } from './npm.ts';

const root = join(import.meta.dirname, '../../..');

export interface Running {
  child: ChildProcess;
  said: { out: string; err: string };
  ended: Promise<{ code: number | null; out: string; err: string }>;
}

export function installPackedCli() {
  build(['sdk', 'cli']);
  const tarball = join(root, 'sdk/cli/sigill-cli.tgz');
  const { folder, project, remove } = createProject('sigill-cli-', { name: 'integrator' }, [tarball]);
  const program = join(project, 'node_modules/.bin/sigill');

  function start(args: string[], environment: Record<string, string> = {}): Running {
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, ...environment };
    // Starts the program itself, without a shell, so that a signal reaches it.
    const child = spawn(process.execPath, [program, ...args], { cwd: project, env, stdio: ['pipe', 'pipe', 'pipe'] });
    const said = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said.err += text;
    });
    const ended = new Promise<Awaited<Running['ended']>>((resolve) => {
      child.once('close', (code) => resolve({ code, ...said }));
    });
    return { child, said, ended };
  }

  return {
    tarball,
    project,
    program,
    start,
    run(args: string[], environment: Record<string, string> = {}) {
      const running = start(args, environment);
      running.child.stdin?.end();
      return running.ended;
    },
    remove,
  };
}

export type PackedCli = ReturnType<typeof installPackedCli>;
