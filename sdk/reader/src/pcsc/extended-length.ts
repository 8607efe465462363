/** Whether a reader supports commands of extended length. Cheap ones do not, and fail in ways that look like a lost chip. */
import type { Card } from 'pcsc-mini';

/** PC/SC part 10, 2.2: requests the features of the driver, each with its control code. */
const GET_FEATURE_REQUEST = 3400;
const FEATURE_GET_TLV_PROPERTIES = 0x12;
/** 2.6.14: the maximum data bytes of a command, least significant byte first. 0 means short lengths only. */
const MAX_APDU_DATA_SIZE = 0x0a;
const SHORT = 256;

/** True also when the driver does not say, because most readers support it. */
export async function carriesExtendedLength(
  card: Pick<Card, 'control'>,
  controlCode: (feature: number) => number,
): Promise<boolean> {
  try {
    const code = find(await card.control(controlCode(GET_FEATURE_REQUEST)), FEATURE_GET_TLV_PROPERTIES);
    if (!code) return true;
    const limit = find(await card.control(Buffer.from(code).readUInt32BE()), MAX_APDU_DATA_SIZE);
    return !limit || Buffer.from(limit).readUInt32LE() > SHORT;
  } catch {
    return true;
  }
}

function find(list: Uint8Array, tag: number): Uint8Array | undefined {
  for (let at = 0; at + 2 <= list.length; at += 2 + list[at + 1]!)
    if (list[at] === tag) return list.subarray(at + 2, at + 2 + list[at + 1]!);
  return undefined;
}
