/** The wheel of the Python client, installed into an empty environment, without a network. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../openapi/contract/contract.ts';
import { build } from '../../../scripts/build.ts';

/** The client supports Python 3.9 and later. */
const PYTHON = process.env['PYTHON'] ?? 'python3';

/** The type checker, which is not part of Python and may be missing. */
const MYPY = process.env['MYPY'] ?? 'mypy';

const DIST = join(root, 'sdk/python/dist');

export const missingForPython: string | undefined =
  spawnSync(PYTHON, ['-c', 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 9))']).status === 0
    ? undefined
    : 'needs Python 3.9 or later, with venv';

export const missingForMypy: string | undefined =
  spawnSync(MYPY, ['--version']).status === 0 ? undefined : 'needs mypy';

/** The environment of the Python programs: without this process's proxy and keys, and without writing .pyc files into the sources. */
const environment = { PATH: process.env['PATH'] ?? '', PYTHONDONTWRITEBYTECODE: '1' };

export function installPythonClient() {
  build(['generate', 'python']);
  const [name = ''] = globSync('*.whl', { cwd: DIST });
  const wheel = join(DIST, name);
  const folder = mkdtempSync(join(tmpdir(), 'sigill-python-'));
  const venv = join(folder, 'venv');
  const python = join(venv, 'bin/python');
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, { cwd: folder, encoding: 'utf8', env: environment, stdio: 'pipe' });
  run(PYTHON, ['-m', 'venv', venv]);
  run(python, ['-m', 'pip', 'install', '--no-index', '--disable-pip-version-check', '--quiet', wheel]);
  return {
    ...{ wheel, folder, python, environment },
    run: (...args: string[]): string => run(python, args),
    /** Asynchronous, because a server in this process must respond to the program meanwhile. */
    async runBeside(args: string[], more: Record<string, string>): Promise<string> {
      const { stdout } = await promisify(execFile)(python, args, { cwd: folder, env: { ...environment, ...more } });
      return stdout;
    },
    typeCheck(...programs: string[]): string {
      const args = ['--strict', '--python-executable', python, '--cache-dir', join(folder, 'types'), ...programs];
      return spawnSync(MYPY, args, { cwd: folder, encoding: 'utf8' }).stdout;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
