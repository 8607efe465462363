import { numberToBytesBE } from '@noble/curves/utils.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { SESSION_CIPHERS } from '../../cipher/session-cipher.ts';
import { CURVES, type CurveParameters } from '../../curves/curve-parameters.ts';
import { DH_GROUPS, type DhParameters } from '../../curves/dh-group.ts';
import { encodeObjectIdentifier, tlv } from '../../tlv/tlv.ts';
import type { PaceMapping, PaceOffer } from '../contents.ts';

const PACE = '0.4.0.127.0.7.2.2.4';
/** The number after `id-PACE` in the object identifier (Doc 9303-11, 9.2.1). */
const ARCS: Record<PaceOffer['agreement'], Partial<Record<PaceMapping, number>>> = {
  DH: { GM: 1, IM: 3 },
  ECDH: { GM: 2, IM: 4, CAM: 6 },
};
const VERSION = 2;

/** The object identifier of a PACE variant. @throws RangeError for CAM with Diffie-Hellman or 3DES, which do not exist. */
export function paceProtocol({ mapping, agreement, cipher }: PaceOffer): string {
  const arc = ARCS[agreement][mapping];
  if (arc === undefined || (mapping === 'CAM' && cipher === '3DES'))
    throw new RangeError(`There is no PACE with ${mapping}, ${agreement} and ${cipher}.`);
  return `${PACE}.${arc}.${SESSION_CIPHERS.indexOf(cipher) + 1}`;
}

/** The number by which chip and reader refer to the offer's domain parameters. */
export const parameterNumber = ({ parameter_id, described_as }: PaceOffer): number => described_as ?? parameter_id;

/** EF.CardAccess: a PACEInfo for each offer, and a PACEDomainParameterInfo for each spelled-out parameter set (Doc 9303-11, 9.2.1). */
export const writeCardAccess = (offers: readonly PaceOffer[]): Uint8Array =>
  tlv(0x31, ...offers.flatMap((offer) => [paceInfo(offer), ...parameterInfo(offer)]));

const paceInfo = (offer: PaceOffer): Uint8Array =>
  sequence(oid(paceProtocol(offer)), integer(VERSION), integer(parameterNumber(offer)));

function parameterInfo(offer: PaceOffer): Uint8Array[] {
  if (offer.described_as === undefined) return [];
  const withoutCipher = paceProtocol(offer).split('.').slice(0, -1).join('.');
  return [sequence(oid(withoutCipher), describedParameters(offer.parameter_id), integer(offer.described_as))];
}

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
    integer(1),
    sequence(oid(PRIME_FIELD), integer(p)),
    sequence(tlv(0x04, field(a)), tlv(0x04, field(b))),
    tlv(0x04, Uint8Array.of(0x04), field(gx), field(gy)),
    integer(n),
    integer(1),
  );
}

const ofGroup = ({ p, g, q }: DhParameters): Uint8Array => sequence(integer(p), integer(g), integer(q));

const sequence = (...parts: Uint8Array[]) => tlv(0x30, ...parts);
const oid = (dotted: string) => tlv(0x06, encodeObjectIdentifier(dotted));

/** A non-negative integer: if the first bit is set, a zero byte is added before it (ITU-T X.690, 8.3). */
function integer(number: number | bigint): Uint8Array {
  const bytes = bytesOf(number);
  return tlv(0x02, bytes[0]! & 0x80 ? concatBytes(Uint8Array.of(0), bytes) : bytes);
}

const bytesOf = (number: number | bigint) => numberToBytesBE(number, Math.ceil(number.toString(16).length / 2));
