/** Independent SD-JWT libraries, @sd-jwt/core and jose. They read what we issue, and issue what we read. */
import { createHash, randomBytes } from 'node:crypto';
import { SDJwtInstance } from '@sd-jwt/core';
import {
  CompactSign,
  type CryptoKey,
  compactVerify,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
} from 'jose';

const hasher = (data: string | ArrayBuffer) =>
  new Uint8Array(
    createHash('sha256')
      .update(typeof data === 'string' ? data : new Uint8Array(data))
      .digest(),
  );

const sdJwt = {
  hasher,
  hashAlg: 'sha-256' as const,
  saltGenerator: (length: number) => randomBytes(length).toString('base64url'),
};

/** Verifies signature and digests. @returns the disclosed claims, without digests */
export async function verifiedByOthers(proof: string, keys: JSONWebKeySet): Promise<Record<string, unknown>> {
  const library = new SDJwtInstance<Record<string, unknown>>({
    ...sdJwt,
    verifier: async (data, signature) =>
      compactVerify(`${data}.${signature}`, createLocalJWKSet(keys)).then(
        ({ protectedHeader: { typ } }) => typ === 'dc+sd-jwt',
        () => false,
      ),
  });
  const { payload } = await library.verify(proof);
  return payload as Record<string, unknown>;
}

export const presentedByOthers = (proof: string, names: readonly string[]): Promise<string> =>
  new SDJwtInstance<Record<string, unknown>>(sdJwt).present(
    proof,
    Object.fromEntries(names.map((name) => [name, true])) as never,
  );

export interface OtherIssuer {
  keys: JSONWebKeySet & { keys: { kid: string }[] };
  private_key: CryptoKey;
  /** An SD-JWT with these claims, of which those in `hidden` are disclosures. */
  issue(claims: Record<string, unknown>, hidden: readonly string[], header?: object): Promise<string>;
}

export async function otherIssuer(kid = 'other-1'): Promise<OtherIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return {
    keys: { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'EdDSA', use: 'sig' }] },
    private_key: privateKey,
    async issue(claims, hidden, header = {}) {
      const library = new SDJwtInstance<Record<string, unknown>>({
        ...sdJwt,
        signAlg: 'EdDSA',
        signer: async (data) => {
          const [head = '', payload = ''] = data.split('.');
          const protectedHeader = JSON.parse(Buffer.from(head, 'base64url').toString());
          const bytes = Buffer.from(payload, 'base64url');
          return (await new CompactSign(bytes).setProtectedHeader(protectedHeader).sign(privateKey)).split('.')[2]!;
        },
      });
      const options = { header: { typ: 'dc+sd-jwt', kid, ...header } };
      return library.issue(claims, { _sd: [...hidden], _sd_decoy: 3 } as never, options);
    },
  };
}
