/** Finds Chromium, installs it where it may, and otherwise says in one sentence what is missing. */
import { type StdioOptions, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium as playwright } from 'playwright-core';

/** The one without windows first: it opens pages three times as fast, since it draws no tabs and buttons around them. */
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
/** Debian's packages. Older releases have the second only. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

const find = (): string | undefined =>
  process.env['CHROMIUM_PATH'] ??
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path));

export function chromiumPath(): string {
  const found = find();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env: environment });
    for (const name of PACKAGES) {
      process.stderr.write(`[sigill] Installing Chromium (apt-get install ${name}) …\n`);
      const stdio: StdioOptions = ['ignore', 'ignore', 'inherit'];
      spawnSync('apt-get', ['install', '-y', '-qq', name], { stdio, env: environment });
      const installed = find();
      if (installed) return installed;
    }
  }
  throw new Error(
    'The browser tests need Chromium: install it (for example `apt-get install chromium-headless-shell`) or set CHROMIUM_PATH.',
  );
}

/** Starts Chromium with everything off that would look for a network. */
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
      ...args,
    ],
  });
