/** The folder of erasure keys that a move creates. A file in it marks a move that has not been completed. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandRefused } from '../core/planned-change.ts';
import { makePrivateFolder } from '../core/private-folder.ts';

const MARK = 'move';

/** @throws CommandRefused when another database may depend on the keys in the folder. */
export function claimFolder(folder: string): void {
  const found = existsSync(folder) ? readdirSync(folder) : [];
  if (found.length > 0 && !found.includes(MARK))
    throw new CommandRefused(
      `${folder} is not empty: its erasure keys may belong to another database. Set ERASURE_KEYS_DIR to an empty folder; if that database no longer exists, delete this one. Nothing was copied.`,
    );
  makePrivateFolder(folder);
  writeFileSync(join(folder, MARK), '', { mode: 0o600 });
}

export const releaseFolder = (folder: string): void => rmSync(join(folder, MARK), { force: true });
