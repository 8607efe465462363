/** Gives a test run a place for the bundle of the service, and removes it at the end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function setup(): () => void {
  const place = mkdtempSync(join(tmpdir(), 'sigill-bundle-'));
  process.env['TEST_SERVER_BUNDLE'] = place;
  return () => rmSync(place, { recursive: true, force: true });
}
