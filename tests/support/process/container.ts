/**
 * An image built by buildah from the Dockerfile that operators get, and containers from it. Images cannot be fetched in tests, so this
 * machine's Node, npm and shell take the place of Node's image, and the folder that the build has written takes the place of the
 * stage that builds it. All other steps run as they are.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../../openapi/contract/contract.ts';
import { debianProgram } from '../debian-program.ts';

const DOCKERFILE = join(root, 'server/deploy/Dockerfile');
const BUILD_STAGE = /^FROM \S+ AS build\n(?:.+\n)+/m;
const NODE_IMAGE = /^ARG NODE_IMAGE=(\S+)$/m;
const PROGRAMS = ['/bin/sh', '/usr/bin/env', '/bin/mkdir', '/bin/chmod', '/bin/chown'];

export function missingForContainers(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'containers need root on Linux';
  return debianProgram('buildah') ? undefined : 'buildah is not installed (apt-get install buildah)';
}

export interface ImageConfig {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  WorkingDir: string;
  Labels: Record<string, string>;
  Healthcheck: { Test: string[] };
}

export interface Image {
  config: ImageConfig;
  files: string;
  /** Runs a program with a read-only root, as the image's user, with `data` at /data. It is the first process of its namespace. */
  run(command: string[], options: { data: string; environment?: Record<string, string> }): Container;
  remove(): void;
}

export interface Container {
  child: ChildProcess;
  /** @returns the exit code of the first process. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  said(): string;
  /** Runs another program in it, as a health check does. @returns its exit code. */
  execute(command: string[]): number | null;
}

/** @param artefact what `npm run build` has written. */
export function buildImage(artefact: string): Image {
  const place = mkdtempSync(join(tmpdir(), 'sigill-image-'));
  const buildah = (...args: string[]): string =>
    execFileSync(
      debianProgram('buildah')!,
      ['--root', join(place, 'root'), '--runroot', join(place, 'run'), '--storage-driver', 'vfs', ...args],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    ).trim();
  const build = (file: string, tag: string, folder: string) =>
    buildah(
      ...['build', '--isolation', 'chroot', '--format', 'docker', '--pull-never', '--quiet', '--file', file],
      ...['--build-arg', 'VERSION=1.2.3', '--volume', `${npmCache()}:/root/.npm`, '--tag', tag, folder],
    );
  const text = readFileSync(DOCKERFILE, 'utf8');
  if (!BUILD_STAGE.test(text) || !NODE_IMAGE.test(text))
    throw new Error('The Dockerfile has other stages than expected.');
  build(writeBase(place), NODE_IMAGE.exec(text)![1]!, join(place, 'base'));
  const file = join(place, 'Dockerfile');
  writeFileSync(file, text.replace(BUILD_STAGE, 'FROM scratch AS build\nCOPY . /build/dist\n'));
  build(file, 'sigill', artefact);
  const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'sigill')) as { Docker: { config: ImageConfig } };
  const container = buildah('from', '--pull-never', 'sigill');
  const files = buildah('mount', container);
  return {
    config: Docker.config,
    files,
    run: (command, options) => run(files, Docker.config, { command, ...options }),
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}

const npmCache = () => execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();

function writeBase(place: string): string {
  const base = join(place, 'base');
  const put = (from: string, to = from) => {
    mkdirSync(dirname(join(base, to)), { recursive: true });
    cpSync(realpathSync(from), join(base, to), { recursive: true });
  };
  put(process.execPath, '/usr/local/bin/node');
  put(join(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()), '../..'), '/usr/local/lib/npm');
  writeFileSync(join(base, 'usr/local/bin/npm'), '#!/bin/sh\nexec node /usr/local/lib/npm/bin/npm-cli.js "$@"\n', {
    mode: 0o755,
  });
  for (const program of PROGRAMS) put(program);
  for (const program of [process.execPath, ...PROGRAMS]) for (const library of librariesOf(program)) put(library);
  // The library for portraits also needs this part of glibc. Node's image has it.
  put(join(dirname(librariesOf(process.execPath).find((library) => library.includes('/libc.so'))!), 'libresolv.so.2'));
  for (const folder of ['etc', 'dev', 'proc', 'tmp', 'root', 'run']) mkdirSync(join(base, folder), { recursive: true });
  writeFileSync(join(base, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n');
  writeFileSync(join(base, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
  const file = join(place, 'Dockerfile.base');
  const environment = 'PATH=/usr/local/bin:/usr/bin:/bin npm_config_offline=true';
  writeFileSync(file, `FROM scratch\nCOPY . /\nENV ${environment}\n`);
  return file;
}

const librariesOf = (program: string): string[] =>
  [...execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/(\/\S+) \(0x/g)].map(([, path]) => path!);

interface Run {
  command: string[];
  data: string;
  environment?: Record<string, string>;
}

/** Mounts everything in a separate namespace, so that it is unmounted when the namespace ends. */
const MOUNT = `
mount --bind "$1" "$1" && mount --bind "$2" "$1/data" && mount -t tmpfs none "$1/tmp" &&
mount -t proc none "$1/proc" && mount --rbind /dev "$1/dev" && mount -o remount,bind,ro "$1" || exit 99
shift 2
exec "$@"`;

function run(files: string, config: ImageConfig, { command, data, environment = {} }: Run): Container {
  const enter = ['setpriv', '--no-new-privs', 'chroot', `--userspec=${config.User}`, files, '/usr/bin/env', '-i'];
  const variables = [...config.Env, ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)];
  const inside = [...enter, `--chdir=${config.WorkingDir}`, ...variables, ...command];
  const child = spawn(
    'unshare',
    [...['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', MOUNT, 'sh'], files, data, ...inside],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  /** The id, outside the namespace, of its process 1. */
  const first = () => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  return {
    child,
    said: () => said,
    async end(signal) {
      if (child.exitCode !== null) return child.exitCode;
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      process.kill(Number(first()), signal);
      return ended;
    },
    execute(other) {
      const into = ['nsenter', '--target', first(), '--mount', '--pid', ...enter, `--chdir=${config.WorkingDir}`];
      const [program, ...args] = [...into, ...variables, ...other];
      return spawnSync(program!, args, { encoding: 'utf8' }).status;
    },
  };
}

export const isIn = ({ files }: Image, path: string): boolean => existsSync(join(files, path));
