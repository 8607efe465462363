/** Finds Chromium, installs it if allowed, and otherwise says in one sentence what is missing. */
import { type StdioOptions, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium as playwright } from 'playwright-core';

/** The headless shell is faster, because it draws no windows around pages. */
const WITHOUT_WINDOWS = ['chromium-headless-shell', 'chrome-headless-shell'];
const WITH_WINDOWS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const find = (names: string[]): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));

let found: string | undefined;

/** Prefers the headless shell, which is faster, and installs it even if another Chromium is there. Older releases of Debian lack it. */
export function chromiumPath(): string {
  found ??=
    process.env['CHROMIUM_PATH'] ??
    find(WITHOUT_WINDOWS) ??
    install('chromium-headless-shell') ??
    find(WITH_WINDOWS) ??
    install('chromium');
  if (found) return found;
  throw new Error(
    'The browser tests need Chromium: install it (for example `apt-get install chromium-headless-shell`) or set CHROMIUM_PATH.',
  );
}

/** @returns the package's command, if the command exists now. */
function install(name: string): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit'];
  process.stderr.write(`[sigill] Installing Chromium (apt-get install ${name}) …\n`);
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env: environment });
  spawnSync('apt-get', ['install', '-y', '-qq', name], { stdio, env: environment });
  return find([name]);
}

export const launchChromium = (args: string[] = []) =>
  playwright.launch({
    executablePath: chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Most pages are closed before optimized code would pay off.
      '--js-flags=--no-opt --no-maglev',
      ...args,
    ],
  });
