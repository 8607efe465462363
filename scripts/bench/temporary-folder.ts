/** Folders that are gone when the process ends, also when it is interrupted. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  path: string;
  remove(): void;
}

const removals = new Set<() => void>();
process.once('exit', () => {
  for (const remove of removals) remove();
});

export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'sigill-bench-'));
  const remove = () => {
    removals.delete(remove);
    rmSync(path, { recursive: true, force: true });
  };
  removals.add(remove);
  return { path, remove };
}
