/** Country signing authorities and document signers of Utopia, the State that the standard reserves for specimens. */
import type { KeyObject } from 'node:crypto';
import { type DistinguishedName, issueCertificate } from './issue-certificate.ts';
import type { Signer } from './security-object.ts';
import { ecPrivateKey, rsaPrivateKey } from './specimen-keys.ts';

const COUNTRY_SIGNING_FROM = new Date('2000-01-01T00:00:00Z');
const COUNTRY_SIGNING_TO = new Date('2079-12-31T23:59:59Z');

export type KeyKind = 'brainpoolP256r1' | 'rsa';

interface CountrySigner {
  name: DistinguishedName;
  serial: number;
  key: KeyObject;
}

const utopia = (common_name: string): DistinguishedName => ({
  country: 'UT',
  organization: 'Sigill Specimen',
  common_name,
});

const trustedSigner = (kind: KeyKind): CountrySigner => ({
  name: utopia(kind === 'rsa' ? 'Specimen CSCA RSA' : 'Specimen CSCA EC'),
  serial: kind === 'rsa' ? 0x5102 : 0x5101,
  key: keyOf(kind, 'country'),
});

const impostor = (kind: KeyKind): CountrySigner => ({ ...trustedSigner(kind), key: keyOf(kind, 'impostor') });

const keyOf = (kind: KeyKind, seed: string) => (kind === 'rsa' ? rsaPrivateKey(seed) : ecPrivateKey(kind, seed));

/** The country signing certificates to trust for specimens, and only for them. */
export const specimenAuthorities = (): Uint8Array[] => [
  certificateOf(trustedSigner('brainpoolP256r1')),
  certificateOf(trustedSigner('rsa')),
];

const certificateOf = ({ name, serial, key }: CountrySigner) =>
  issueCertificate({
    role: 'CSCA',
    serial,
    subject: name,
    key,
    issuer: { name, key },
    not_before: COUNTRY_SIGNING_FROM,
    not_after: COUNTRY_SIGNING_TO,
  });

export interface SignerRequest {
  kind: KeyKind;
  issuer: 'trusted' | 'impostor';
  serial: number;
  not_before: Date;
  not_after: Date;
}

export function documentSigner({ kind, issuer, serial, not_before, not_after }: SignerRequest): Signer {
  const country = issuer === 'trusted' ? trustedSigner(kind) : impostor(kind);
  const key = keyOf(kind, 'signer');
  const subject = utopia(`Specimen Document Signer ${serial}`);
  const certificate = issueCertificate({ role: 'DS', serial, subject, key, issuer: country, not_before, not_after });
  return { certificate, issuer: country.name, serial, key };
}

export const forgedSigner = (signer: Signer, kind: KeyKind): Signer => ({ ...signer, key: keyOf(kind, 'forger') });
