/** A copy of the project as it is on disk, in a separate git repository, in which a command may change everything. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const SOMEBODY = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'A. Nybody'],
    [`GIT_${who}_EMAIL`, 'a.nybody@example.com'],
  ]),
);

export function createScratchRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'sigill-project-'));
  const environment = { ...process.env, ...SOMEBODY };
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');

  for (const path of filesOf(root)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  installInto(folder);
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'As it is');

  return {
    folder,
    git,
    read,
    edit(path: string, change: (text: string) => string): void {
      writeFileSync(join(folder, path), change(read(path)));
    },
    commit: (message: string) => git('commit', '--quiet', '--all', '--message', message),
    run(script: string, ...args: string[]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
        cwd: folder,
        encoding: 'utf8',
        env: environment,
      });
      return { code: status, out: stdout, err: stderr };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type ScratchRepository = ReturnType<typeof createScratchRepository>;

/** The existing files that git tracks or would track. */
const filesOf = (project: string): string[] => {
  const list = (...args: string[]) =>
    execFileSync('git', ['ls-files', '-z', ...args], { cwd: project, encoding: 'utf8', maxBuffer: 2 ** 26 }).split(
      '\0',
    );
  const gone = new Set(list('--deleted'));
  return list('--cached', '--others', '--exclude-standard').filter((path) => path && !gone.has(path));
};

/** Links the project's packages, but not its workspaces or build records. */
function installInto(folder: string): void {
  const [from, to] = [root, folder].map((project) => join(project, 'node_modules'));
  mkdirSync(to!);
  for (const name of readdirSync(from!))
    if (name === '@sigill') cpSync(join(from!, name), join(to!, name), { recursive: true, verbatimSymlinks: true });
    else if (name !== '.cache') symlinkSync(join(from!, name), join(to!, name));
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
  // npm puts a package into a workspace's own `node_modules` if other workspaces need another version.
  for (const own of workspaces.map((workspace) => join(workspace, 'node_modules')))
    if (existsSync(join(root, own))) symlinkSync(join(root, own), join(folder, own));
}
