/** Gives a test run a place for the bundle of the service, and removes it at the end. Parts of `npm test` share one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function setup(): (() => void) | undefined {
  if (process.env['TEST_SERVER_BUNDLE']) return undefined;
  const place = mkdtempSync(join(tmpdir(), 'sigill-bundle-'));
  process.env['TEST_SERVER_BUNDLE'] = place;
  return () => rmSync(place, { recursive: true, force: true });
}
