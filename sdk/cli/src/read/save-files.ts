import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AccessKey, ChipError, type FileName, openChip } from '@sigill/reader';
import { Refusal } from '../command.ts';
import type { Terminal } from '../terminal.ts';
import { contactDocument, type Place } from './document-contact.ts';
import { accessText, line, showProgress } from './lines.ts';

/** The files that the service reads too. Fingerprints and irises (DG3, DG4) are readable by States only. */
const FILES: readonly FileName[] = ['com', 'sod', 'dg1', 'dg2', 'dg7', 'dg11', 'dg12', 'dg14', 'dg15'];
const NEEDED: readonly FileName[] = ['sod', 'dg1', 'dg2'];

interface Saving {
  access: AccessKey;
  place: Place;
  folder: string;
}

/** @returns 0 when all of `FILES` that the chip lets us read are in the folder. */
export async function saveFiles(terminal: Terminal, { access, place, folder }: Saving): Promise<number> {
  prepare(folder);
  const connection = await contactDocument(terminal, place);
  try {
    const chip = await openChip(connection.transmit, {
      access,
      signal: terminal.stop,
      extended_length: connection.extended_length,
    });
    terminal.write(line('accessed', accessText(chip.access)));
    const saved: FileName[] = [];
    for (const file of FILES) {
      const bytes = await chip
        .readFile(file, { onProgress: (read, total) => showProgress(terminal, file, read, total) })
        .catch((error: unknown) => unlessNeeded(file, error));
      if (!bytes) continue;
      save(join(folder, `${file}.bin`), bytes);
      saved.push(file);
    }
    terminal.write(line('saved', `${saved.join(', ')} in ${folder}`));
    return 0;
  } finally {
    await connection.close();
  }
}

/** A chip has only some of the files, so one that is not needed may be unreadable. */
function unlessNeeded(file: FileName, error: unknown): undefined {
  if (error instanceof ChipError && error.code === 'FILE_UNREADABLE' && !NEEDED.includes(file)) return undefined;
  throw error;
}

/** The files identify a person: no other user of this machine may read them. */
function prepare(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Refusal(`The folder of --read-only cannot be created: ${(error as Error).message}.`);
  }
}

function save(path: string, bytes: Uint8Array): void {
  try {
    writeFileSync(path, bytes, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Refusal(`${path} already exists and is not overwritten. Choose another folder.`);
  }
}
