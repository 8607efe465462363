import { closeSync, constants, fsyncSync, openSync } from 'node:fs';

export const syncFile = (file: string): void => sync(file, constants.O_RDWR);

/** After a power failure, a new or renamed file is found only if its folder was synced too. */
export const syncFolder = (folder: string): void => sync(folder, constants.O_RDONLY);

function sync(path: string, flags: number): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
