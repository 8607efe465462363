/** Who verifies the documents: this engine, the signatures by themselves, and PKI.js. */
import { constants, createHash, type KeyObject, verify } from 'node:crypto';
import { createTrustStore, type TrustStore, verifyDocument } from '@sigill/emrtd';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { type Keys, signWith } from '../../../tests/support/documents/documents.ts';
import type { Document, Issued } from './profiles.ts';

/** Verifies documents. Making it is not measured. @throws when one of them does not verify. */
export type Contestant = (issued: Issued) => (documents: readonly Document[]) => void | Promise<void>;

const AT = new Date('2026-06-01');

/** Everything: five files, the chain, the MRZ, the portrait's place, the chip's answer. No signer was met before. */
const first: Contestant = ({ csca }) => {
  const trust = createTrustStore([{ name: 'bench', certificates: [csca] }]);
  trust.review();
  return (documents) => verifyAll(documents, trust);
};

/** The same, where the signers have signed other documents before, as in nearly all documents of a day. */
const again: Contestant = (issued) => {
  const trust = warm.get(issued) ?? createTrustStore([{ name: 'bench', certificates: [issued.csca] }]);
  warm.set(issued, trust);
  return (documents) => verifyAll(documents, trust);
};

const warm = new WeakMap<Issued, TrustStore>();

function verifyAll(documents: readonly Document[], trust: TrustStore): void {
  for (const { files, challenge, aa_signature } of documents) {
    const { verdict } = verifyDocument({ files, challenge, aa_signature }, { at: AT, trust, passport_only: false });
    if (verdict !== 'APPROVED') throw new Error('The engine refused a genuine document');
  }
}

/** What nobody can leave out: three signatures with keys that are ready, and the digests of all files, on OpenSSL. */
const raw: Contestant = ({ keys, signerKeys, chipKeys }) => {
  const checks = [keys, signerKeys, chipKeys].map(check);
  return (documents) => {
    for (const { files } of documents) {
      for (const file of Object.values(files)) createHash('sha256').update(file).digest();
      if (!checks.every((isRight) => isRight())) throw new Error('A signature did not verify');
    }
  };
};

function check(signed: Keys): () => boolean {
  const text = Buffer.alloc(200, 1);
  const signature = signWith(signed, text);
  const key = signed.scheme === 'pss' ? withPss(signed.publicKey) : signed.publicKey;
  return () => verify(signed.digest, text, key, signature);
}

const withPss = (key: KeyObject) => ({
  key,
  padding: constants.RSA_PKCS1_PSS_PADDING,
  saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
});

/** The signature of the security object and that of its signer, and no more: it has no words for the rest. */
const pki: Contestant = ({ csca }) => {
  const issuer = pkijs.Certificate.fromBER(csca);
  return async (documents) => {
    for (const { files } of documents) {
      const envelope = asn1js.fromBER(files.sod).result as asn1js.Constructed;
      const info = new pkijs.ContentInfo({ schema: envelope.valueBlock.value[0]! });
      const data = new pkijs.SignedData({ schema: info.content });
      const signer = data.certificates![0] as pkijs.Certificate;
      if (!(await data.verify({ signer: 0, checkChain: false }))) throw new Error('PKI.js refused a signature');
      if (!(await signer.verify(issuer))) throw new Error('PKI.js refused a certificate');
    }
  };
};

export const CONTESTANTS: Record<'first' | 'again' | 'raw' | 'pkijs', Contestant> = { first, again, raw, pkijs: pki };
