/** What is kept of the last release: its contract, its packed SDK, and a program that was written for it. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const CONTRACT = 'openapi/v1.yaml';
export const RELEASED_CONTRACT = 'openapi/released/v1.yaml';
export const RELEASED_SDK = 'openapi/released/sigill-sdk.tgz';
export const RELEASED_STORY = 'openapi/released/main-story.mjs';

/** Where they come from. */
const SDK = 'sdk/client/sigill-sdk.tgz';
const STORY = 'tests/sdk/main-story.mjs';

const HEADING = '# The last released copy of v1.yaml. A breaking change against it fails the check.\n';

/** Makes what is there now the last release. The SDK must be built. */
export function keep(folder: string): void {
  const at = (path: string) => join(folder, path);
  writeFileSync(at(RELEASED_CONTRACT), HEADING + readFileSync(at(CONTRACT), 'utf8'));
  copyFileSync(at(SDK), at(RELEASED_SDK));
  copyFileSync(at(STORY), at(RELEASED_STORY));
}

/** Generates and builds what is out of date. */
export function buildSdk(folder: string): void {
  execFileSync(process.execPath, [join(folder, 'scripts/build.ts'), 'generate', 'sdk'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
