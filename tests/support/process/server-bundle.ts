/**
 * The service bundled as for production, which takes less processor time to start. The first worker that starts a process builds
 * it, once in a test run.
 */
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const root = join(import.meta.dirname, '../../..');

const PROGRAMS = {
  server: 'server/main.ts',
  'quick-server': 'tests/support/process/quick-server.ts',
  operator: 'server/operator/operator.ts',
};

/** What the code reads at run time, at paths relative to the bundle. */
const BESIDE = ['node_modules', 'openapi', 'sdk', 'web'];

/** @returns the file to start. Outside a test run, as for `npm run lighthouse`, that is the source file. */
export async function bundled(program: keyof typeof PROGRAMS): Promise<string> {
  const place = process.env['TEST_SERVER_BUNDLE'];
  if (!place) return join(root, PROGRAMS[program]);
  const folder = join(place, 'service');
  const finished = join(place, 'finished');
  if (isFirst(folder)) {
    await make(folder);
    writeFileSync(finished, '');
  }
  while (!existsSync(finished)) await pause(100);
  return join(folder, `${program}.mjs`);
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

async function make(folder: string): Promise<void> {
  const { writeBundle } = await import('../../../scripts/artefact/bundle.ts');
  await writeBundle(folder, PROGRAMS);
  for (const name of BESIDE) symlinkSync(join(root, name), join(folder, name));
  for (const entry of readdirSync(join(root, 'server'), { withFileTypes: true }))
    if (entry.isDirectory()) symlinkSync(join(root, 'server', entry.name), join(folder, 'server', entry.name));
}
