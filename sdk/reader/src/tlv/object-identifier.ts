import { ChipError } from '../chip-error.ts';

const LONGEST = 32;

/** The content bytes of an object identifier, as PACE and Chip Authentication send it (ITU-T X.690, 8.19). */
export function encodeObjectIdentifier(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return Uint8Array.from([first * 40 + second, ...rest].flatMap(base128));
}

function base128(number: number): number[] {
  const bytes = [number % 128];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift(0x80 | (rest % 128));
  return bytes;
}

/** In dotted form. Throws MALFORMED for an invalid object identifier. */
export function decodeObjectIdentifier(content: Uint8Array): string {
  if (content.length === 0 || content.length > LONGEST || content.at(-1)! >= 0x80)
    throw new ChipError('data_object_malformed', 'The object identifier is not valid.');
  const numbers: number[] = [];
  let number = 0;
  for (const byte of content) {
    number = number * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      numbers.push(number);
      number = 0;
    }
  }
  const [head = 0, ...rest] = numbers;
  const first = Math.min(2, Math.floor(head / 40));
  return [first, head - first * 40, ...rest].join('.');
}
