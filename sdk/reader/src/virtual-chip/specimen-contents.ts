import { bytesToNumberBE } from '@noble/curves/utils.js';
import { CURVES } from '../curves/curve-parameters.ts';
import type { FileName } from '../files/elementary-file.ts';
import { fromBase64 } from '../session/base64.ts';
import type { AgreementKey, ChipContents, PaceOffer, SigningKey } from './contents.ts';

/** A specimen as served at `/specimens/NAME.json`, restricted to the contents of its chip (Doc 9303-10, 4.7). Bytes are base64. */
export interface ChipBundle {
  files: Partial<Record<FileName, string>>;
  /** Without it, the chip offers Basic Access Control only. */
  access?: BundleAccess;
  /** The private key for Active Authentication. */
  aa?: { algorithm: 'ECDSA_P256_SHA256' | 'RSA_ISO9796_2_SHA256'; private_key_jwk: ChipKey };
  /** The private key of DG14, for Chip Authentication. */
  ca?: { algorithm: 'ECDH_P256_AES_128'; private_key_jwk: ChipKey };
}

/** Access protocols of the chip (Doc 9303-11, 4.2), and what is printed on the document besides the MRZ. */
export interface BundleAccess {
  bac: boolean;
  pace: readonly PaceOffer[];
  can?: string;
  card_access?: string;
  card_security?: string;
}

/** A private key as a JSON Web Key (RFC 7517). */
export interface ChipKey {
  kty?: string;
  crv?: string;
  x?: string;
  y?: string;
  n?: string;
  e?: string;
  d?: string;
}

/** The chip contents of a specimen (Doc 9303-10, 4.7). @throws TypeError for a private key without its private part. */
export function chipContentsOf({ files, access, aa, ca }: ChipBundle): ChipContents {
  const { bac = true, pace = [], can, card_access, card_security } = access ?? {};
  return {
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [name, fromBase64(text)])),
    access: {
      bac,
      pace,
      ...(can !== undefined && { can }),
      ...(card_access && { card_access: fromBase64(card_access) }),
      ...(card_security && { card_security: fromBase64(card_security) }),
    },
    ...(aa && { aa: signingKey(aa) }),
    ...(ca && { ca: [agreementKey(ca)] }),
  };
}

function signingKey({ algorithm, private_key_jwk: { n, d, crv } }: NonNullable<ChipBundle['aa']>): SigningKey {
  return algorithm === 'RSA_ISO9796_2_SHA256'
    ? { kind: 'RSA', hash: 'SHA-256', modulus: numberOf(n), private_exponent: numberOf(d) }
    : { kind: 'ECDSA', hash: 'SHA-256', parameter_id: curveOf(crv), private_key: numberOf(d) };
}

const agreementKey = ({ private_key_jwk: { crv, d } }: NonNullable<ChipBundle['ca']>): AgreementKey => ({
  kind: 'ECDH',
  parameter_id: curveOf(crv),
  private_key: numberOf(d),
});

function curveOf(name: string | undefined): number {
  const curve = CURVES.find((each) => each.name === name);
  if (!curve) throw new TypeError(`Chip keys on the curve ${name} are not supported.`);
  return curve.id;
}

function numberOf(base64url: string | undefined): bigint {
  if (!base64url) throw new TypeError('A private key of a chip needs d and, for RSA, n.');
  return bytesToNumberBE(fromBase64(base64url.replaceAll('-', '+').replaceAll('_', '/')));
}
