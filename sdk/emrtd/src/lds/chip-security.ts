import { type Fields, readBer, readInteger, readOid, readSmallInteger } from '../asn1/ber.ts';
import { type PublicKey, readPublicKey } from '../pki/keys/public-key.ts';

/** A PACE variant listed in EF.CardAccess (Doc 9303-11, 9.2.1). */
export interface PaceInfo {
  protocol: string;
  /** The number of the standardized domain parameters (Doc 9303-11, 9.5.1). */
  parameter_id?: number;
}

const PACE = /^0\.4\.0\.127\.0\.7\.2\.2\.4\.[1-46]\.[1-4]$/;

/** The PACEInfos of EF.CardAccess (Doc 9303-11, 9.2.1). The file is not signed. Throws Malformed. */
export function readCardAccess(bytes: Uint8Array): PaceInfo[] {
  const infos = readBer(bytes, 'EF.CardAccess', { trailing: true }).as(0x31, 'EF.CardAccess').children();
  return infos.flatMap((info) => {
    const fields = info.fields(0x30, 'EF.CardAccess: security info');
    const protocol = readOid(fields.any('protocol'), 'EF.CardAccess: protocol');
    if (!PACE.test(protocol)) return [];
    fields.next(0x02, 'version');
    const parameters = fields.optional(0x02);
    if (!parameters) return [{ protocol }];
    return [{ protocol, parameter_id: readSmallInteger(parameters, 'EF.CardAccess: parameters') }];
  });
}

/** SecurityInfos of DG14: the protocols the chip supports (Doc 9303-11, 9.2). */
export interface SecurityInfos {
  /** The signature algorithm of Active Authentication, given for ECDSA. */
  active_authentication_algorithm?: string;
  chip_authentication: { protocol: string; version: number; key_id?: bigint }[];
  chip_authentication_keys: { protocol: string; public_key: Uint8Array; key_id?: bigint }[];
  /** The protocols of all entries, known or unknown. */
  protocols: string[];
}

const ACTIVE_AUTHENTICATION = '2.23.136.1.1.5';
const CHIP_AUTHENTICATION_KEY = /^0\.4\.0\.127\.0\.7\.2\.2\.1\.[12]$/;
const CHIP_AUTHENTICATION = /^0\.4\.0\.127\.0\.7\.2\.2\.3\.[12]\.[1-4]$/;

/** Reads the protocols and keys of DG14 (Doc 9303-10, 4.7.14). Throws Malformed. */
export function readDg14(bytes: Uint8Array): SecurityInfos {
  const group = readBer(bytes, 'DG14', { trailing: true }).fields(0x6e, 'DG14');
  const infos: SecurityInfos = { chip_authentication: [], chip_authentication_keys: [], protocols: [] };
  for (const info of group.next(0x31, 'security infos').children()) {
    const fields = info.fields(0x30, 'DG14: security info');
    const protocol = readOid(fields.any('protocol'), 'DG14: protocol');
    infos.protocols.push(protocol);
    if (protocol === ACTIVE_AUTHENTICATION) {
      fields.next(0x02, 'version');
      infos.active_authentication_algorithm = readOid(fields.any('algorithm'), 'DG14: Active Authentication');
    } else if (CHIP_AUTHENTICATION_KEY.test(protocol)) {
      const public_key = fields.next(0x30, 'public key').raw;
      infos.chip_authentication_keys.push({ protocol, public_key, ...keyId(fields) });
    } else if (CHIP_AUTHENTICATION.test(protocol)) {
      const version = Number(readInteger(fields.any('version'), 'DG14: version'));
      infos.chip_authentication.push({ protocol, version, ...keyId(fields) });
    }
  }
  return infos;
}

function keyId(fields: Fields): { key_id?: bigint } {
  const element = fields.optional(0x02);
  return element ? { key_id: readInteger(element, 'DG14: key id') } : {};
}

/** The public key of Active Authentication (Doc 9303-10, 4.7.15). */
export function readDg15(bytes: Uint8Array): PublicKey {
  const fields = readBer(bytes, 'DG15', { trailing: true }).fields(0x6f, 'DG15');
  return readPublicKey(fields.any('public key'), 'DG15: public key');
}
