/** The packages beside the SDK, which have their own versions: each is a tarball, built from the same sources as the release. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const TARBALLS = ['sdk/cli/sigill-cli.tgz', 'sdk/reader/sigill-reader.tgz', 'sdk/emrtd/sigill-emrtd.tgz'];
const APP_TARBALL = 'sdk/react-native/sigill-react-native.tgz';

/** @returns their paths. The React Native package is compiled against the libraries of its app, which are installed first. */
export function packPackages(folder: string, { app }: { app: boolean }): string[] {
  const run = (script: string, ...args: string[]) =>
    execFileSync(process.execPath, [join(folder, script), ...args], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  run('scripts/build.ts', 'cli', 'reader', 'emrtd');
  if (!app) return TARBALLS;
  run('sdk/react-native/scripts/app.ts', 'pack');
  return [...TARBALLS, APP_TARBALL];
}
