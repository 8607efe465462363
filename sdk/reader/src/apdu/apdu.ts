import { concatBytes } from '@noble/hashes/utils.js';
import { ChipError } from '../chip-error.ts';

/** A command APDU (ISO/IEC 7816-4, 5.1). */
export interface Command {
  cla: number;
  ins: number;
  p1: number;
  p2: number;
  data?: Uint8Array;
  /** Maximum number of response bytes; 256 and 65536 mean everything that fits. Absent: none. */
  le?: number;
}

export interface DecodedCommand extends Command {
  extended: boolean;
}

export const SHORT_LE = 256;
export const EXTENDED_LE = 65_536;
const SHORT_LC = 255;

export const fitsShort = ({ data, le }: Command): boolean => (data?.length ?? 0) <= SHORT_LC && (le ?? 0) <= SHORT_LE;

export function encodeCommand(command: Command, { extended = !fitsShort(command) } = {}): Uint8Array {
  const { cla, ins, p1, p2, data = new Uint8Array(), le } = command;
  const header = Uint8Array.of(cla, ins, p1, p2);
  if (!extended) {
    const lc = data.length ? Uint8Array.of(data.length) : data;
    return concatBytes(header, lc, data, le === undefined ? new Uint8Array() : Uint8Array.of(le & 0xff));
  }
  const lc = data.length ? Uint8Array.of(0, data.length >> 8, data.length & 0xff) : data;
  if (le === undefined) return concatBytes(header, lc, data);
  const expected = Uint8Array.of((le >> 8) & 0xff, le & 0xff);
  return concatBytes(header, lc, data, data.length ? expected : concatBytes(Uint8Array.of(0), expected));
}

/** Throws MALFORMED when the lengths of the command contradict each other. */
export function decodeCommand(bytes: Uint8Array): DecodedCommand {
  if (bytes.length < 4) throw new ChipError('data_object_malformed', 'A command has at least four bytes.');
  const [cla, ins, p1, p2] = bytes as Uint8Array & [number, number, number, number];
  const header = { cla, ins, p1, p2 };
  const body = bytes.subarray(4);
  if (body.length === 0) return { ...header, extended: false };
  if (body.length === 1) return { ...header, le: body[0] || SHORT_LE, extended: false };
  if (body[0] !== 0) return { ...header, ...lengthsOf(body, body[0]!, 1), extended: false };
  if (body.length < 3) throw new ChipError('data_object_malformed', 'A command ends within its length.');
  const length = body[1]! * 256 + body[2]!;
  if (body.length === 3) return { ...header, le: length || EXTENDED_LE, extended: true };
  return { ...header, ...lengthsOf(body, length, 3), extended: true };
}

/** `start` is where the data begins, after its length of one or three bytes. An expected length after the data has one or two bytes. */
function lengthsOf(body: Uint8Array, length: number, start: 1 | 3): { data: Uint8Array; le?: number } {
  const end = start + length;
  const rest = body.length - end;
  if (length === 0 || (rest !== 0 && rest !== (start === 1 ? 1 : 2)))
    throw new ChipError('data_object_malformed', 'The length of a command does not match its data.');
  const data = body.slice(start, end);
  if (rest === 0) return { data };
  const le = rest === 1 ? body[end]! : body[end]! * 256 + body[end + 1]!;
  return { data, le: le || (start === 1 ? SHORT_LE : EXTENDED_LE) };
}

/** A response APDU (ISO/IEC 7816-4, 5.1): its data, and SW1‖SW2. */
export interface Response {
  data: Uint8Array;
  status: number;
}

/** 65536 bytes of data, and the status. */
const LONGEST = 65_538;

export const encodeResponse = ({ data, status }: Response): Uint8Array =>
  concatBytes(data, Uint8Array.of(status >> 8, status & 0xff));

/** Throws MALFORMED for an invalid response, or one that is too long. */
export function decodeResponse(bytes: Uint8Array): Response {
  if (bytes.length < 2 || bytes.length > LONGEST)
    throw new ChipError('response_malformed', `A response has 2 to ${LONGEST} bytes; the chip sent ${bytes.length}.`);
  const end = bytes.length - 2;
  return { data: bytes.slice(0, end), status: bytes[end]! * 256 + bytes[end + 1]! };
}
