/** Builds the SDK, if something has changed, as it would be published, and installs it into a separate project, without a network. */
import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from '../../../scripts/build.ts';
import { createProject } from './npm.ts';

const root = join(import.meta.dirname, '../../..');

const STRICT = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable'];
const NODENEXT = [
  ...[join(root, 'node_modules/@typescript/native/bin/tsc'), ...STRICT, '--module', 'nodenext'],
  ...['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')],
];
/** The module resolution of many CommonJS projects, in the last compiler that accepts it. `npm run sdk-matrix` tests more. */
const NODE10 = [
  ...[
    join(root, 'node_modules/typescript/bin/tsc6'),
    ...STRICT,
    '--skipLibCheck',
    'true',
    '--ignoreDeprecations',
    '6.0',
  ],
  ...['--module', 'commonjs', '--moduleResolution', 'node10'],
];

async function node(cwd: string, environment: Record<string, string>, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd,
      env: { ...process.env, ...environment },
      maxBuffer: 16_000_000,
    });
    return stdout;
  } catch (error) {
    // The compiler reports on stdout, which execFile's message does not contain.
    const { stdout = '', message } = error as Error & { stdout?: string };
    throw new Error(`${message}\n${stdout}`);
  }
}

/** `beside` is installed with it: tarballs, and folders of packages. */
export function installPackedSdk(beside: string[] = []) {
  build(['sdk']);
  return installTarball(join(root, 'sdk/client/sigill-sdk.tgz'), beside);
}

export function installTarball(tarball: string, beside: string[] = []) {
  const manifest = { name: 'integrator', type: 'module' };
  const { project, remove } = createProject('sigill-sdk-', manifest, [tarball, ...beside]);
  return {
    tarball,
    project,
    /** Type-checks a file as a Node project would, then runs it. Asynchronous, so that the caller can serve the program's requests. */
    async run(name: string, source: string, environment: Record<string, string> = {}): Promise<string> {
      writeFileSync(join(project, name), source);
      await node(project, environment, ...NODENEXT, '--skipLibCheck', 'true', name);
      return node(project, environment, name);
    },
    /** Also type-checks what the file imports: every declaration of the package. */
    async checkDeclarations(name: string, source: string): Promise<void> {
      writeFileSync(join(project, name), source);
      await node(project, {}, ...NODENEXT, '--skipLibCheck', 'false', name);
    },
    play(program: string, environment: Record<string, string> = {}): Promise<string> {
      copyFileSync(program, join(project, basename(program)));
      return node(project, environment, basename(program));
    },
    async checkAsOldProject(name: string, source: string): Promise<void> {
      writeFileSync(join(project, name), source);
      await node(project, {}, ...NODE10, name);
    },
    /** Adds a peer dependency. The SDK cannot resolve what the library itself depends on. */
    bring(library: string): void {
      const place = join(project, 'node_modules', library);
      if (existsSync(place)) return;
      mkdirSync(dirname(place), { recursive: true });
      symlinkSync(join(root, 'node_modules', library), place);
    },
    remove,
  };
}

export function installPackedTesting(): PackedSdk {
  build(['sdk', 'testing']);
  const sdk = installTarball(join(root, 'sdk/client/sigill-sdk.tgz'));
  const place = join(sdk.project, 'node_modules/@sigill/testing');
  mkdirSync(place);
  execFileSync('tar', ['-xzf', join(root, 'sdk/testing/sigill-testing.tgz'), '-C', place, '--strip-components', '1']);
  const { dependencies } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as { dependencies: object };
  for (const library of Object.keys(dependencies)) sdk.bring(library);
  return sdk;
}

export type PackedSdk = ReturnType<typeof installPackedSdk>;
