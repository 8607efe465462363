/** Builds a package of plain modules, if something has changed, as it would be published, and installs it into an empty project, without a network. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from '../../../scripts/build.ts';
import { createProject } from './npm.ts';

const root = join(import.meta.dirname, '../../..');
const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
const typeRoots = join(root, 'node_modules/@types');
const COMPILE = ['--strict', '--target', 'es2023', '--module', 'nodenext', '--types', 'node', '--typeRoots', typeRoots];

/** `beside` are the folders of its dependencies, which the registry would provide. */
export function installPacked(name: 'emrtd' | 'reader', beside: string[] = []) {
  build([name]);
  const tarball = join(root, `sdk/${name}/sigill-${name}.tgz`);
  const manifest = { name: 'project', type: 'module' };
  const { project, remove } = createProject(`sigill-${name}-`, manifest, [tarball, ...beside]);

  return {
    tarball,
    project,
    installed: join(project, 'node_modules/@sigill', name),
    write: (name: string, content: string | Uint8Array) => writeFileSync(join(project, name), content),
    compile(...names: string[]): void {
      const args = [compiler, ...COMPILE, '--skipLibCheck', 'false', ...names];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
      if (status !== 0) throw new Error(stdout + stderr);
    },
    run: (name: string, node = process.execPath): string =>
      execFileSync(node, [name.replace(/\.ts$/, '.js')], { cwd: project, encoding: 'utf8' }),
    /** Asynchronous, because a server in this process must respond to the program meanwhile. */
    async serve(name: string, environment: Record<string, string>, node = process.execPath): Promise<string> {
      const options = { cwd: project, env: { ...process.env, ...environment } };
      const { stdout } = await promisify(execFile)(node, [name.replace(/\.ts$/, '.js')], options);
      return stdout;
    },
    remove,
  };
}

export type PackedPackage = ReturnType<typeof installPacked>;

/** A Node 20, the oldest major version that the packages support, if the machine has one: NODE_20, or the system's `node`. */
export const node20 = (): string | undefined =>
  [process.env['NODE_20'], '/usr/bin/node', '/usr/local/bin/node'].find(
    (path) => path && spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('v20.'),
  );
