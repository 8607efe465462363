/** Folders for data that need not outlive the machine: tests/durability tests power loss, on a real disk. */
import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const MIB = 1024 * 1024;

/** A new folder in memory if there is enough of it, so that no test waits for the machine's disk. */
export const quickFolder = (prefix: string, enough = 512 * MIB): string =>
  mkdtempSync(join(hasMemory(enough) ? MEMORY : tmpdir(), prefix));

function hasMemory(enough: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= enough;
  } catch {
    return false;
  }
}
