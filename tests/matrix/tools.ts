/** The compilers and runtimes that the packed SDK is tested with. They have their own lock file and are installed on demand. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../openapi/contract/contract.ts';

const folder = join(import.meta.dirname, 'tools');
export const tool = (path: string): string => join(folder, 'node_modules', path);

export async function installTools(): Promise<void> {
  const stamp = tool('.installed');
  const wanted = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  writeFileSync(stamp, wanted);
}

/** By version. The two newest are the project's own. */
export const compilers: Record<string, string> = {
  ...Object.fromEntries(
    ['5.0', '5.3', '5.6', '5.9'].map((version) => [version, tool(`typescript-${version}/bin/tsc`)]),
  ),
  '6.0': join(root, 'node_modules/typescript/bin/tsc6'),
  '7.0': join(root, 'node_modules/@typescript/native/bin/tsc'),
};

export const nodes: Record<string, string> = {
  ...Object.fromEntries(
    ['20.0', '20.9', '20.20', '22.0', '22.23', '24.0'].map((version) => [version, tool(`node-${version}/bin/node`)]),
  ),
  [process.versions.node]: process.execPath,
};

/** @throws with the command's output if it fails. */
export async function run(cwd: string, env: NodeJS.ProcessEnv, command: string, ...args: string[]): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 16_000_000 };
  try {
    return (await promisify(execFile)(command, args, options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${message}\n${stdout}\n${stderr}`);
  }
}
