import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { strToU8, zipSync } from 'fflate';

/** Zip stores local time without a zone, so this date, in local time, gives the same bytes in every time zone. */
const FIRST_DATE = new Date(1980, 0, 1);

/** A regular file that everyone may read and its owner may write, as Unix stores it in the upper half of the attributes. */
const READABLE = 0o100644 << 16;

/** The same files give the same bytes. */
export const zip = (files: Record<string, string | Uint8Array>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, content]) => [
        path,
        [
          typeof content === 'string' ? strToU8(content) : content,
          { level: 9, mtime: FIRST_DATE, os: 3, attrs: READABLE },
        ],
      ]),
    ),
  );

/** Renamed into place, because a server or a test may be reading the previous archive. */
export function writeZip(archive: string, files: Record<string, string | Uint8Array>): void {
  mkdirSync(dirname(archive), { recursive: true });
  writeFileSync(`${archive}.new`, zip(files));
  renameSync(`${archive}.new`, archive);
}
