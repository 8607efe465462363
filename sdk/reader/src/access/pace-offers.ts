import { bytesToNumberBE } from '@noble/curves/utils.js';
import { ChipError } from '../chip-error.ts';
import { SESSION_CIPHERS, type SessionCipher } from '../cipher/session-cipher.ts';
import { CURVES } from '../curves/curve-parameters.ts';
import { DH_GROUPS } from '../curves/dh-group.ts';
import { domainParameters } from '../curves/domain-parameters.ts';
import type { Group } from '../curves/group.ts';
import { asNumber, decodeObjectIdentifier, readFirstTlv, readTlvs, TAG, type Tlv } from '../tlv/tlv.ts';

/** Generic, Integrated, or Chip Authentication Mapping (Doc 9303-11, 4.4.3.3). */
export type Mapping = 'GM' | 'IM' | 'CAM';

/** The contents of a PACE object identifier (Doc 9303-11, 9.2.3). */
export interface PaceProtocol {
  oid: string;
  agreement: 'ECDH' | 'DH';
  mapping: Mapping;
  cipher: SessionCipher;
}

export const PACE = '0.4.0.127.0.7.2.2.4';
const VARIANTS: Record<number, Pick<PaceProtocol, 'agreement' | 'mapping'>> = {
  1: { agreement: 'DH', mapping: 'GM' },
  2: { agreement: 'ECDH', mapping: 'GM' },
  3: { agreement: 'DH', mapping: 'IM' },
  4: { agreement: 'ECDH', mapping: 'IM' },
  6: { agreement: 'ECDH', mapping: 'CAM' },
};

function paceProtocol(oid: string): PaceProtocol | undefined {
  if (!oid.startsWith(`${PACE}.`)) return undefined;
  const [variant, number, ...more] = oid
    .slice(PACE.length + 1)
    .split('.')
    .map(Number);
  const [chosen, cipher] = [VARIANTS[variant ?? 0], SESSION_CIPHERS[(number ?? 0) - 1]];
  if (!chosen || !cipher || more.length > 0) return undefined;
  // Chip Authentication Mapping exists with AES only.
  return chosen.mapping === 'CAM' && cipher === '3DES' ? undefined : { oid, ...chosen, cipher };
}

export interface PaceOffer {
  protocol: PaceProtocol;
  group: Group;
  /** The chip's number for the domain parameters: PACEInfo.parameterId. */
  parameter_id: number;
  /**
   * Whether the chip lists several variants, so that the parameters must be named even if this reader supports only one variant
   * (Doc 9303-11, 4.4.4.1).
   */
  is_ambiguous: boolean;
}

const STANDARDIZED_DOMAIN_PARAMETERS = '0.4.0.127.0.7.1.2';
const FIRST_PROPRIETARY = 32;
const MOST_INFOS = 64;

/** The SecurityInfos in EF.CardAccess and similar files: an object identifier with its data. Throws MALFORMED. */
export function readSecurityInfos(bytes: Uint8Array): { oid: string; fields: Tlv[] }[] {
  const set = readFirstTlv(bytes);
  const infos = set.tag === TAG.SET ? readTlvs(set.content) : [];
  if (infos.length === 0 || infos.length > MOST_INFOS)
    throw new ChipError('data_object_malformed', 'The SecurityInfos of the chip are not a list.');
  return infos.map((info) => {
    const [oid, ...fields] = info.tag === TAG.SEQUENCE ? readTlvs(info.content) : [];
    if (oid?.tag !== TAG.OBJECT_IDENTIFIER)
      throw new ChipError('data_object_malformed', 'A SecurityInfo of the chip has no object identifier.');
    return { oid: decodeObjectIdentifier(oid.content), fields };
  });
}

/** The offers in EF.CardAccess that this reader supports, best first (Doc 9303-11, 9.2.1). The file is not signed. */
export function readPaceOffers(card_access: Uint8Array): PaceOffer[] {
  const infos = readSecurityInfos(card_access);
  const proprietary = new Map<number, Group>();
  for (const { oid, fields } of infos) {
    // PACEDomainParameterInfo: an identifier without a cipher.
    if (!isBelowPace(oid, 1)) continue;
    const group = fields[0] && groupOf(fields[0]);
    if (group) proprietary.set(numberOf(fields[1]) ?? FIRST_PROPRIETARY, group);
  }
  // A PACEInfo has mapping and cipher in its identifier.
  const is_ambiguous = infos.filter(({ oid }) => isBelowPace(oid, 2)).length > 1;
  const offers = infos.flatMap(({ oid, fields }): PaceOffer[] => {
    const protocol = paceProtocol(oid);
    const parameter_id = numberOf(fields[1]) ?? [...proprietary.keys()][0];
    if (!protocol || parameter_id === undefined || numberOf(fields[0]) !== 2) return [];
    const group = parameter_id < FIRST_PROPRIETARY ? domainParameters(parameter_id) : proprietary.get(parameter_id);
    return group && isUsable(protocol, group) ? [{ protocol, group, parameter_id, is_ambiguous }] : [];
  });
  return offers.sort((a, b) => rankOf(b) - rankOf(a));
}

/** Whether the identifier has exactly `depth` numbers after `id-PACE` (Doc 9303-11, 9.2.1). */
const isBelowPace = (oid: string, depth: number): boolean =>
  oid.startsWith(`${PACE}.`) && oid.split('.').length === PACE.split('.').length + depth;

/** Integrated Mapping on curves is defined only for primes that are 3 modulo 4. The prime of P-224 is not (Doc 9303-11, 9.5.1). */
const isUsable = ({ agreement, mapping }: PaceProtocol, { kind, p }: Group) =>
  agreement === kind && !(mapping === 'IM' && kind === 'ECDH' && p % 4n !== 3n);

const MAPPING_RANK: Record<Mapping, number> = { IM: 0, GM: 1, CAM: 2 };

/** By mapping (Chip Authentication Mapping, Generic, Integrated), then the stronger cipher, then curves, which are faster. */
const rankOf = ({ protocol: { mapping, cipher, agreement } }: PaceOffer) =>
  100 * MAPPING_RANK[mapping] + 10 * SESSION_CIPHERS.indexOf(cipher) + (agreement === 'ECDH' ? 1 : 0);

function numberOf(object: Tlv | undefined): number | undefined {
  if (object?.tag !== TAG.INTEGER || object.content.length === 0 || object.content.length > 4) return undefined;
  return asNumber(object.content);
}

/**
 * The group of an AlgorithmIdentifier: by its number, its name, or all its parameters (BSI TR-03110-3, A.2.1). Only known groups are
 * accepted, because a chip could describe one whose computations never end.
 */
export function groupOf(algorithm: Tlv): Group | undefined {
  const [oid, parameters] = algorithm.tag === TAG.SEQUENCE ? readTlvs(algorithm.content) : [];
  if (oid?.tag !== TAG.OBJECT_IDENTIFIER || !parameters) return undefined;
  if (decodeObjectIdentifier(oid.content) === STANDARDIZED_DOMAIN_PARAMETERS)
    return domainParameters(numberOf(parameters) ?? -1);
  if (parameters.tag === TAG.OBJECT_IDENTIFIER) {
    const name = decodeObjectIdentifier(parameters.content);
    return domainParameters(CURVES.find((curve) => curve.oid === name)?.id ?? -1);
  }
  return parameters.tag === TAG.SEQUENCE ? groupWith(readTlvs(parameters.content)) : undefined;
}

/**
 * The known group with these parameters: for a curve, version, field, coefficients, generator (not compared) and order; for
 * Diffie-Hellman, modulus and generator.
 */
function groupWith(parameters: Tlv[]): Group | undefined {
  const [first, second, third, , fifth] = parameters;
  if (second?.tag === TAG.SEQUENCE) {
    const prime = bigNumberOf(readTlvs(second.content)[1]);
    const coefficients =
      third?.tag === TAG.SEQUENCE ? readTlvs(third.content).map(({ content }) => bytesToNumberBE(content)) : [];
    const order = bigNumberOf(fifth);
    const curve = CURVES.find(
      ({ p, a, b, n }) => p === prime && a === coefficients[0] && b === coefficients[1] && n === order,
    );
    return curve && domainParameters(curve.id);
  }
  const group = DH_GROUPS.find(({ p, g }) => p === bigNumberOf(first) && g === bigNumberOf(second));
  return group && domainParameters(group.id);
}

const bigNumberOf = (object: Tlv | undefined) =>
  object?.tag === TAG.INTEGER ? bytesToNumberBE(object.content) : undefined;
