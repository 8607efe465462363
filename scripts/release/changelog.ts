/**
 * sdk/client/CHANGELOG.md: `## Unreleased` at the top if there are unreleased changes, then `## 1.2.0 · 2026-11-21` for each release.
 * An entry without a date has not been released.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const CHANGELOG = 'sdk/client/CHANGELOG.md';

const UNRELEASED = /^## Unreleased\n(.*?)(?=^## |$(?![\s\S]))/ms;

export const readChangelog = (folder: string): string => readFileSync(join(folder, CHANGELOG), 'utf8');

export const unreleased = (changelog: string): string => UNRELEASED.exec(changelog)?.[1]?.trim() ?? '';

export const lastRelease = (changelog: string): string | undefined =>
  /^## (\d+\.\d+\.\d+) · \d{4}-\d\d-\d\d$/m.exec(changelog)?.[1];

export function released(changelog: string, heading: string, changes: string): { changelog: string; entry: string } {
  const entry = [unreleased(changelog), changes].filter(Boolean).join('\n\n');
  const rest = changelog.replace(UNRELEASED, '');
  return {
    entry,
    changelog: rest
      .replace(/^# .*\n/, (title) => `${title}\n## ${heading}\n\n${entry}\n`)
      .trimEnd()
      .concat('\n'),
  };
}
