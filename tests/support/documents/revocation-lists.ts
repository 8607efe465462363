/** Issues revocation lists as a CSCA publishes them. Not part of the service. */
import { der, derBitString, derInteger } from '../../../sdk/emrtd/src/asn1/der-values.ts';
import { type Issued, type Keys, type Serial, signatureAlgorithm, signWith } from './documents.ts';

export interface RevocationListOptions {
  serials: Serial[];
  this_update?: string;
  next_update?: string | undefined;
  /** Whose keys sign it, when these are not the issuer's. */
  keys?: Keys;
}

const timeOf = (day: string) => der(0x18, Buffer.from(`${day.replaceAll('-', '')}000000Z`));

export function issueRevocationList(issuer: Pick<Issued, 'subject' | 'keys'>, options: RevocationListOptions): Buffer {
  const { serials, this_update = '2026-01-01', next_update = '2026-04-01', keys = issuer.keys } = options;
  const entries = serials.map((serial) =>
    der(0x30, typeof serial === 'number' ? derInteger(serial) : der(0x02, serial), timeOf(this_update)),
  );
  const list = entries.length > 0 ? [der(0x30, ...entries)] : [];
  const times = [this_update, next_update].map(timeOf);
  const tbs = der(0x30, derInteger(1), signatureAlgorithm(keys), issuer.subject, ...times, ...list);
  return der(0x30, tbs, signatureAlgorithm(keys), derBitString(signWith(keys, tbs)));
}
