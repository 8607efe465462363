import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const OFFLINE = ['--install-links', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'];

/** An empty project into which packages are installed without a network: tarballs, and folders of packages. */
export function createProject(prefix: string, manifest: object, packages: string[]) {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, ...manifest }));
  const npm = process.env['npm_execpath'];
  const args = [...(npm ? [npm] : []), 'install', ...packages, ...OFFLINE, '--cache', join(folder, 'cache')];
  execFileSync(npm ? process.execPath : 'npm', args, { cwd: project, stdio: 'pipe' });
  return { folder, project, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
