/** The last release: its contract, which git has under its tag, and two committed files: its packed SDK and a program that uses it. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Source, sourceOf } from '../../openapi/contract/tree.ts';
import type { BuildStep } from '../build-steps.ts';
import { lastRelease, readChangelog } from './changelog.ts';

export const CONTRACT = 'openapi/v1.yaml';
export const RELEASED_SDK = 'openapi/released/sigill-sdk.tgz';
export const RELEASED_STORY = 'openapi/released/main-story.mjs';

const SDK = 'sdk/client/sigill-sdk.tgz';
const STORY = 'tests/sdk/main-story.mjs';

export class TagMissing extends Error {}

export const tagOf = (version: string): string => `sdk-v${version}`;

export function releasedContract(folder: string): Source | undefined {
  const version = lastRelease(readChangelog(folder));
  if (!version) return undefined;
  try {
    return contractAt(tagOf(version), folder);
  } catch {
    throw new TagMissing(
      `sdk/client/CHANGELOG.md names the release ${version}, but the tag ${tagOf(version)} is missing. Run \`git fetch --tags\`.`,
    );
  }
}

export function contractAt(revision: string, folder: string): Source {
  const object = `${revision}:${CONTRACT}`;
  const text = execFileSync('git', ['show', object], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return sourceOf(text, object);
}

/** The SDK must be built. */
export function keep(folder: string): void {
  const at = (path: string) => join(folder, path);
  mkdirSync(dirname(at(RELEASED_SDK)), { recursive: true });
  copyFileSync(at(SDK), at(RELEASED_SDK));
  copyFileSync(at(STORY), at(RELEASED_STORY));
}

export function build(folder: string, ...names: BuildStep['name'][]): void {
  execFileSync(process.execPath, [join(folder, 'scripts/build.ts'), ...names], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
