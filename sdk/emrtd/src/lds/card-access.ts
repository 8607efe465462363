import { readBer, readOid, readSmallInteger } from '../asn1/ber.ts';

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
