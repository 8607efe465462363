/** A whole reading of a virtual chip, recorded byte by byte. Runs wherever the reader does. */
import { FILE_NAMES, openChip } from '@sigill/reader';
import { type ChipBundle, chipContentsOf, createVirtualChip, seededRandom } from '@sigill/reader/virtual-chip';

export async function traceOfReading(specimen: ChipBundle, seed: string): Promise<string[]> {
  const contents = chipContentsOf(specimen);
  const chip = createVirtualChip(contents, { random: seededRandom(`${seed}: chip`) });
  // DG1 is the MRZ after two tags with their lengths, five bytes in total.
  const mrz = String.fromCharCode(...contents.files.dg1!.subarray(5));
  const random = seededRandom(`${seed}: reader`);
  const reader = await openChip(chip.transmit, { access: { mrz }, random });
  for (const name of FILE_NAMES) if (contents.files[name]) await reader.readFile(name);
  if (contents.aa) await reader.internalAuthenticate(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8));
  return chip.exchanges.map(({ command, response }) => `> ${hex(command)} < ${hex(response)}`);
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
