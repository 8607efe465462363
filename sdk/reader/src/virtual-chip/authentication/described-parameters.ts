import { numberToBytesBE } from '@noble/curves/utils.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { CURVES, type CurveParameters } from '../../curves/curve-parameters.ts';
import { DH_GROUPS, type DhParameters } from '../../curves/dh-parameters.ts';
import { encodeObjectIdentifier } from '../../tlv/object-identifier.ts';
import { tlv } from '../../tlv/tlv.ts';

const EC_PUBLIC_KEY = '1.2.840.10045.2.1';
const PRIME_FIELD = '1.2.840.10045.1.1';
const DH_PUBLIC_NUMBER = '1.2.840.10046.2.1';

/**
 * Domain parameters spelled out in an AlgorithmIdentifier (Doc 9303-11, 9.4): of a curve as in RFC 3279, 2.3.5, of Diffie-Hellman as
 * in X9.42 (RFC 3279, 2.3.3). @throws RangeError for a number without parameters.
 */
export function describedParameters(parameter_id: number): Uint8Array {
  const curve = CURVES.find(({ id }) => id === parameter_id);
  const group = DH_GROUPS.find(({ id }) => id === parameter_id);
  if (curve) return sequence(oid(EC_PUBLIC_KEY), ofCurve(curve));
  if (group) return sequence(oid(DH_PUBLIC_NUMBER), ofGroup(group));
  throw new RangeError(`No domain parameters have the number ${parameter_id}.`);
}

function ofCurve({ p, a, b, gx, gy, n }: CurveParameters): Uint8Array {
  const bytes = bytesOf(p).length;
  const field = (number: bigint) => numberToBytesBE(number, bytes);
  return sequence(
    integer(1n),
    sequence(oid(PRIME_FIELD), integer(p)),
    sequence(tlv(0x04, field(a)), tlv(0x04, field(b))),
    tlv(0x04, Uint8Array.of(0x04), field(gx), field(gy)),
    integer(n),
    integer(1n),
  );
}

const ofGroup = ({ p, g, q }: DhParameters): Uint8Array => sequence(integer(p), integer(g), integer(q));

const sequence = (...parts: Uint8Array[]) => tlv(0x30, ...parts);
const oid = (dotted: string) => tlv(0x06, encodeObjectIdentifier(dotted));

/** A non-negative integer: if the first bit is set, a zero byte is added before it (ITU-T X.690, 8.3). */
function integer(number: bigint): Uint8Array {
  const bytes = bytesOf(number);
  return tlv(0x02, bytes[0]! & 0x80 ? concatBytes(Uint8Array.of(0), bytes) : bytes);
}

const bytesOf = (number: bigint) => numberToBytesBE(number, Math.ceil(number.toString(16).length / 2));
