import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function createFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'sigill-files-'));
  return {
    /** @returns its path. */
    write(name: string, content: Uint8Array | string): string {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    pathOf: (name: string) => join(folder, name),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
