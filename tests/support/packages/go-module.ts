/** The Go module as an integrator's project downloads it: built as it would be published, if something has changed. */
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../openapi/contract/contract.ts';
import { build } from '../../../scripts/build.ts';

const proxy = join(root, 'sdk/go/dist/proxy');

/** For example `go1.19`, which is the first version that the module supports. */
export const goVersion = (): string | undefined =>
  /go1\.\d+/.exec(spawnSync('go', ['version']).stdout?.toString() ?? '')?.[0];

/** An empty project that has the module, and no network. */
export function installGoModule() {
  build(['go']);
  const folder = mkdtempSync(join(tmpdir(), 'sigill-go-'));
  const project = join(folder, 'project');
  mkdirSync(project);
  const env = {
    ...{ PATH: process.env['PATH'] ?? '', HOME: folder, GOCACHE: join(folder, 'cache'), GOPATH: join(folder, 'go') },
    // Go makes the module cache read-only by default, so it could not be removed.
    ...{ GOFLAGS: '-modcacherw', GOPROXY: `file://${proxy}`, GONOSUMDB: 'sigill.example', GOTOOLCHAIN: 'local' },
  };
  const go = (...args: string[]) => execFileSync('go', args, { cwd: project, env, encoding: 'utf8', stdio: 'pipe' });
  go('mod', 'init', 'integrator');
  go('get', 'sigill.example/go@latest');

  return {
    go,
    compile(name: string, source: string): string {
      const file = join(project, name, 'main.go');
      mkdirSync(dirname(file));
      writeFileSync(file, source);
      const program = join(folder, `${name}.program`);
      go('build', '-o', program, `./${name}`);
      return program;
    },
    async run(program: string, environment: Record<string, string>): Promise<string> {
      const { stdout, stderr } = await promisify(execFile)(program, { env: { ...env, ...environment } });
      return stdout + stderr;
    },
    start(program: string, environment: Record<string, string>) {
      const child = spawn(program, { env: { ...env, ...environment } });
      const said: string[] = [];
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(String(text)));
      return { said: () => said.join(''), [Symbol.dispose]: () => child.kill() };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type GoModule = ReturnType<typeof installGoModule>;
