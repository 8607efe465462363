import { type Element, readOid } from '../asn1/ber.ts';
import { readable } from './readable.ts';

export interface Name {
  /** For display: `C=DE, O=bund, OU=bsi, CN=csca-germany`. */
  text: string;
  /** For comparison: equal for names that differ only in order, case, spaces or string type. */
  key: string;
  /** The country attribute, in upper case. */
  country?: string;
}

const COUNTRY = '2.5.4.6';

const LABELS: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'serialNumber',
  [COUNTRY]: 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.97': 'organizationIdentifier',
  '1.2.840.113549.1.9.1': 'emailAddress',
};

export function readName(element: Element, what: string): Name {
  const attributes = element
    .as(0x30, what)
    .children()
    .flatMap((rdn) => rdn.as(0x31, what).children())
    .map((attribute) => {
      const fields = attribute.fields(0x30, what);
      const oid = readOid(fields.any('type'), what);
      const value = readText(fields.any('value'));
      fields.end();
      return { oid, value };
    });
  const key = attributes.map(({ oid, value }) => `${oid}=${value.toLowerCase().replace(/\s+/g, ' ').trim()}`).sort();
  const country = readable(attributes.find(({ oid }) => oid === COUNTRY)?.value ?? '').toUpperCase();
  return {
    text: attributes.map(({ oid, value }) => `${LABELS[oid] ?? oid}=${readable(value)}`).join(', '),
    key: key.join('\n'),
    ...(country && { country }),
  };
}

/** Decodes the string types of DirectoryString and related ones. Anything else is shown in hexadecimal. */
function readText(element: Element): string {
  const bytes = Buffer.from(element.content);
  switch (element.tag) {
    case 0x0c:
      return bytes.toString('utf8');
    case 0x12: // NumericString
    case 0x13: // PrintableString
    case 0x14: // TeletexString
    case 0x16: // IA5String
    case 0x1a: // VisibleString
      return bytes.toString('latin1');
    case 0x1e: // BMPString
      return bytes.length % 2 ? bytes.toString('hex') : bytes.swap16().toString('utf16le');
    default:
      return bytes.toString('hex');
  }
}
