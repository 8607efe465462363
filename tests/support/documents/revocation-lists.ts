/** Issues revocation lists as a CSCA publishes them. */
import { der, derBitString, derInteger, derOid } from '../../../sdk/emrtd/src/asn1/der-values.ts';
import { type Issued, type Keys, type Serial, signatureAlgorithm, signWith } from './documents.ts';

export interface RevocationListOptions {
  serials: Serial[];
  this_update?: string;
  next_update?: string | undefined;
  /** The keys that sign it, if not the issuer's. */
  keys?: Keys;
  extensions?: RevocationExtension[];
  entry_extensions?: RevocationExtension[];
}

interface RevocationExtension {
  oid: string;
  critical?: boolean;
  value: Uint8Array;
}

/** Marks a delta list, relative to list number 1 (RFC 5280, 5.2.4), which no CSCA may publish. */
export const DELTA: RevocationExtension = { oid: '2.5.29.27', critical: true, value: derInteger(1) };

const timeOf = (day: string) => der(0x18, Buffer.from(`${day.replaceAll('-', '')}000000Z`));

export function issueRevocationList(issuer: Pick<Issued, 'subject' | 'keys'>, options: RevocationListOptions): Buffer {
  const { serials, this_update = '2026-01-01', next_update = '2026-04-01', keys = issuer.keys } = options;
  const { extensions = [], entry_extensions = [] } = options;
  const entries = serials.map((serial, index) =>
    der(
      0x30,
      typeof serial === 'number' ? derInteger(serial) : der(0x02, serial),
      timeOf(this_update),
      ...(index === 0 && entry_extensions.length > 0 ? [extensionsOf(entry_extensions)] : []),
    ),
  );
  const list = entries.length > 0 ? [der(0x30, ...entries)] : [];
  const times = [this_update, next_update].map(timeOf);
  const more = extensions.length > 0 ? [der(0xa0, extensionsOf(extensions))] : [];
  const tbs = der(0x30, derInteger(1), signatureAlgorithm(keys), issuer.subject, ...times, ...list, ...more);
  return der(0x30, tbs, signatureAlgorithm(keys), derBitString(signWith(keys, tbs)));
}

const extensionsOf = (extensions: RevocationExtension[]) =>
  der(
    0x30,
    ...extensions.map(({ oid, critical, value }) =>
      der(0x30, derOid(oid), ...(critical ? [der(0x01, Buffer.of(0xff))] : []), der(0x04, value)),
    ),
  );
