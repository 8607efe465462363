/** Files that another tool read from a chip: a folder with the file names that common tools use. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Specimen } from '../../sdk/reader/src/specimen/specimen.ts';

const NEEDED = ['sod', 'dg1', 'dg2'] as const;
const OPTIONAL = ['com', 'dg7', 'dg11', 'dg12', 'dg14', 'dg15'] as const;

/** `sod.bin`, `EF_SOD.bin`, `EF.SOD`, `dg1.bin`, `DG01.dat`, `EF.DG1.bin`, `Datagroup1.bin`. */
const FILE_NAME = /^(?:ef[._-]?)?(com|sod|(?:dg|datagroup)[._-]?0?(\d{1,2}))(?:\.(?:bin|dat|raw|der))?$/i;
const FACE_NAME = /^face\.(?:jpe?g|png)$/i;

export interface Reading {
  files: Specimen['files'];
  face?: string;
  unused: string[];
}

export class ReadingError extends Error {}

/** @throws ReadingError that says what is wrong with the folder. */
export function readReading(folder: string): Reading {
  const unused: string[] = [];
  const found = new Map<string, string>();
  for (const name of namesIn(folder)) {
    const file = FACE_NAME.test(name) ? 'face' : fileOf(name);
    const other = file && found.get(file);
    if (other) throw new ReadingError(`${folder} contains ${file} twice: ${other} and ${name}.`);
    if (file) found.set(file, name);
    else unused.push(name);
  }
  const read = (file: string): string | undefined => {
    const name = found.get(file);
    if (name === undefined) return undefined;
    const bytes = readFileSync(join(folder, name));
    if (bytes.length === 0) throw new ReadingError(`${join(folder, name)} is empty.`);
    return bytes.toString('base64');
  };

  const missing = NEEDED.filter((file) => !found.has(file));
  if (missing.length > 0)
    throw new ReadingError(
      `${folder} is missing ${missing.map((file) => `${file}.bin`).join(', ')}. A reading is sod.bin, dg1.bin and dg2.bin, and ${OPTIONAL.map((file) => `${file}.bin`).join(', ')} if the chip has them.`,
    );
  const files = Object.fromEntries(
    [...NEEDED, ...OPTIONAL].flatMap((file) => {
      const content = read(file);
      return content === undefined ? [] : [[file, content]];
    }),
  ) as unknown as Specimen['files'];
  const face = read('face');
  return { files, ...(face && { face }), unused };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    throw new ReadingError(`The folder of --files cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** Undefined for files that the service does not use, such as DG3. */
function fileOf(name: string): string | undefined {
  const match = FILE_NAME.exec(name);
  const file = match?.[2] ? `dg${match[2]}` : match?.[1]?.toLowerCase();
  return [...NEEDED, ...OPTIONAL].find((known) => known === file);
}
