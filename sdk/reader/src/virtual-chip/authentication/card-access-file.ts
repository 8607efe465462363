import type { SessionCipher } from '../../cipher/session-cipher.ts';
import { encodeObjectIdentifier } from '../../tlv/object-identifier.ts';
import { tlv } from '../../tlv/tlv.ts';
import type { PaceMapping, PaceOffer } from '../contents.ts';
import { describedParameters } from './described-parameters.ts';

const PACE = '0.4.0.127.0.7.2.2.4';
/** The number after `id-PACE` in the object identifier (Doc 9303-11, 9.2.1). */
const ARCS: Record<PaceOffer['agreement'], Partial<Record<PaceMapping, number>>> = {
  DH: { GM: 1, IM: 3 },
  ECDH: { GM: 2, IM: 4, CAM: 6 },
};
const CIPHERS: readonly SessionCipher[] = ['3DES', 'AES-128', 'AES-192', 'AES-256'];
const VERSION = 2;

/** The object identifier of a PACE variant. @throws RangeError for CAM with Diffie-Hellman or 3DES, which do not exist. */
export function paceProtocol({ mapping, agreement, cipher }: PaceOffer): string {
  const arc = ARCS[agreement][mapping];
  if (arc === undefined || (mapping === 'CAM' && cipher === '3DES'))
    throw new RangeError(`There is no PACE with ${mapping}, ${agreement} and ${cipher}.`);
  return `${PACE}.${arc}.${CIPHERS.indexOf(cipher) + 1}`;
}

/** The number of its domain parameters, as chip and reader refer to it. */
export const parameterNumber = ({ parameter_id, described_as }: PaceOffer): number => described_as ?? parameter_id;

/** EF.CardAccess: a PACEInfo for each offer, and a PACEDomainParameterInfo for each spelled-out parameter set (Doc 9303-11, 9.2.1). */
export const writeCardAccess = (offers: readonly PaceOffer[]): Uint8Array =>
  tlv(0x31, ...offers.flatMap((offer) => [paceInfo(offer), ...parameterInfo(offer)]));

const paceInfo = (offer: PaceOffer): Uint8Array =>
  tlv(0x30, protocolObject(paceProtocol(offer)), integer(VERSION), integer(parameterNumber(offer)));

function parameterInfo(offer: PaceOffer): Uint8Array[] {
  if (offer.described_as === undefined) return [];
  const withoutCipher = paceProtocol(offer).split('.').slice(0, -1).join('.');
  const parameters = describedParameters(offer.parameter_id);
  return [tlv(0x30, protocolObject(withoutCipher), parameters, integer(offer.described_as))];
}

const protocolObject = (protocol: string) => tlv(0x06, encodeObjectIdentifier(protocol));
/** An integer of one byte: versions and numbers of domain parameters. */
const integer = (number: number) => tlv(0x02, Uint8Array.of(number));
