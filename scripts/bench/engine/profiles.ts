/** Documents to verify, by the algorithms that States sign with. */
import { randomBytes, sign } from 'node:crypto';
import type { DocumentFiles } from '@sigill/emrtd';
import {
  dg1Of,
  dg2Of,
  dg15Of,
  ecKeys,
  IMAGE,
  issueCertificate,
  issueSod,
  type Keys,
  nameOf,
  rsaKeys,
  TD3_MRZ,
} from '../../../tests/support/documents/documents.ts';

export interface Profile {
  name: string;
  title: string;
  /** Keys of the CSCA, and of the document signers. */
  csca: () => Keys;
  signer: () => Keys;
  /** What the signatures by themselves should at least be of the whole verification. */
  goal: number;
}

export interface Document {
  files: DocumentFiles & { dg15: Uint8Array };
  challenge: Uint8Array;
  aa_signature: Uint8Array;
}

export interface Issued {
  csca: Buffer;
  documents: Document[];
  keys: Keys;
  signerKeys: Keys;
  chipKeys: Keys;
}

export const PROFILES: readonly Profile[] = [
  { name: 'rsa', title: 'RSA 2048, CSCA 4096', csca: () => rsaKeys(4096), signer: () => rsaKeys(2048), goal: 0.6 },
  {
    name: 'pss',
    title: 'RSASSA-PSS 2048, CSCA 4096',
    csca: () => rsaKeys(4096, { scheme: 'pss' }),
    signer: () => rsaKeys(2048, { scheme: 'pss' }),
    goal: 0.6,
  },
  ec('p256', 'P-256', 'prime256v1', false, 0.6),
  ec('bp256', 'brainpoolP256r1, explicit', 'brainpoolP256r1', true, 0.75),
  ec('bp384', 'brainpoolP384r1, explicit', 'brainpoolP384r1', true, 0.75),
  ec('p521', 'P-521, explicit', 'secp521r1', true, 0.9),
];

function ec(name: string, title: string, curve: string, explicit: boolean, goal: number): Profile {
  const keys = () => ecKeys(curve, { explicit });
  return { name, title, csca: keys, signer: keys, goal };
}

/** As large as the portrait of many passports. */
const PORTRAIT = Buffer.concat([IMAGE.subarray(0, -2), randomBytes(15_000), IMAGE.subarray(-2)]);

/** One document of each of so many document signers. Their keys are the same, which nobody makes use of. */
export function issueDocuments(profile: Profile, signers: number): Issued {
  const keys = profile.csca();
  const signerKeys = profile.signer();
  const chipKeys = ecKeys('prime256v1', { explicit: false });
  const issuer = issueCertificate({ subject: nameOf({ C: 'UT', O: 'Ministry', CN: 'CSCA' }), keys, ca: true });
  const documents = Array.from({ length: signers }, (_, index) =>
    issueDocument({ country: 'UT', mrz: TD3_MRZ, issuer, signerKeys, chipKeys, index }),
  );
  return { csca: issuer.certificate, documents, keys, signerKeys, chipKeys };
}

interface Order {
  country: string;
  mrz: string;
  issuer: { subject: Buffer; keys: Keys };
  signerKeys: Keys;
  chipKeys: Keys;
  /** Every document signer has a name and a number of its own. */
  index: number;
}

export function issueDocument({ country, mrz, issuer, signerKeys, chipKeys, index }: Order): Document {
  const subject = nameOf({ C: country, O: 'Ministry', CN: `Document signer ${index}` });
  const signer = issueCertificate({ subject, keys: signerKeys, issuer, serial: 1000 + index });
  const groups = new Map<number, Uint8Array>([
    [1, dg1Of(mrz)],
    [2, dg2Of(PORTRAIT)],
    [11, Buffer.from('6b065f1003313233', 'hex')],
    [14, Buffer.from('6e023100', 'hex')],
    [15, dg15Of(chipKeys.publicKey)],
  ]);
  const named = Object.fromEntries([...groups].map(([number, bytes]) => [`dg${number}`, bytes]));
  const challenge = randomBytes(8);
  return {
    files: {
      sod: issueSod({ signer, issuerSubject: issuer.subject, groups }),
      ...(named as Omit<Document['files'], 'sod'>),
    },
    challenge,
    aa_signature: sign('sha256', challenge, chipKeys.privateKey),
  };
}
