/** Writes LDIF as the ICAO PKD publishes it: binary values in base64, and lines folded at 76 characters. */

export type LdifValue = string | Uint8Array;

/** One record. A line without a value, such as `-`, is given as text only. */
export function ldifRecord(dn: string, ...lines: (string | readonly [string, LdifValue])[]): string {
  return [['dn', dn] as const, ...lines]
    .map((line) => (typeof line === 'string' ? line : attribute(line[0], line[1])))
    .map(folded)
    .join('\n')
    .concat('\n\n');
}

export const ldifFile = (...records: string[]) => `version: 1\n# A comment of the publisher\n\n${records.join('')}`;

export const pkdName = (kind: 'dsc' | 'ml' | 'crl', country: string, name: string) =>
  `cn=${name},o=${kind},c=${country},dc=data,dc=download,dc=pkd,dc=icao,dc=int`;

const attribute = (name: string, value: LdifValue) =>
  typeof value === 'string' ? `${name}: ${value}` : `${name}:: ${Buffer.from(value).toString('base64')}`;

const folded = (line: string) => line.replace(/^.{76}|.{75}/gs, '$&\n ').replace(/\n $/, '');
