/** The specimens: their holders, their defects, and how a session with them must end. */

interface Description {
  title: string;
  /** What a session with it demonstrates. */
  description: string;
  outcome: SpecimenOutcome;
}

export interface SpecimenOutcome {
  state: 'APPROVED' | 'REJECTED' | 'FAILED' | 'ABORTED';
  code?: string;
}

const APPROVED: SpecimenOutcome = { state: 'APPROVED' };
const rejected = (code: string): SpecimenOutcome => ({ state: 'REJECTED', code });

const DESCRIPTIONS = {
  genuine: {
    title: 'Genuine passport',
    description:
      'A passport signed with brainpoolP256r1 and explicit curve parameters. Its chip is opened by PACE or BAC, and proves itself with an EC key.',
    outcome: APPROVED,
  },
  'genuine-rsa-pss': {
    title: 'Genuine passport, RSA',
    description:
      'A passport signed with RSASSA-PSS. Its chip is opened by BAC, and proves itself with an RSA key. The name is too long for the MRZ and is taken whole from DG11.',
    outcome: APPROVED,
  },
  'id-card': {
    title: 'Genuine identity card',
    description:
      'A card with a three-line MRZ and a JPEG 2000 portrait, opened by PACE with the MRZ or the number on its front. Refused where only passports are accepted.',
    outcome: APPROVED,
  },
  'expired-document': {
    title: 'Expired passport',
    description: 'Everything is genuine, but the passport expired last year.',
    outcome: rejected('document_expired'),
  },
  'expired-signer': {
    title: 'Expired signer',
    description: 'The passport is valid, but the certificate that signed it no longer is.',
    outcome: rejected('certificate_expired'),
  },
  'tampered-dg1': {
    title: 'Altered date of birth',
    description: 'The date of birth was changed after issuing, with correct check digits.',
    outcome: rejected('dg_hash_mismatch'),
  },
  'swapped-dg2': {
    title: 'Swapped portrait',
    description: 'The portrait of another person was put in after issuing.',
    outcome: rejected('dg_hash_mismatch'),
  },
  'bad-signature': {
    title: 'Forged signature',
    description: 'The security object carries the certificate of the genuine signer, but was signed with another key.',
    outcome: rejected('sod_signature_invalid'),
  },
  'unknown-issuer': {
    title: 'Unknown issuer',
    description: 'Signed by an authority that has the right name and the wrong key.',
    outcome: rejected('issuer_unknown'),
  },
  'wrong-country': {
    title: 'Wrong country',
    description: 'A trusted signer of one State signed a passport that claims to be of another.',
    outcome: rejected('country_mismatch'),
  },
  cloned: {
    title: 'Cloned chip',
    description: 'All files are copied from a genuine passport; the chip does not have its key.',
    outcome: rejected('chip_auth_failed'),
  },
  'replayed-aa': {
    title: 'Replayed answer',
    description: 'The answer of the genuine chip was recorded earlier and is sent again for a new challenge.',
    outcome: rejected('chip_auth_failed'),
  },
  'aa-stripped': {
    title: 'Missing answer',
    description: 'The passport says that its chip can prove itself, and the reader sends no proof.',
    outcome: rejected('chip_auth_missing'),
  },
  'face-mismatch': {
    title: 'Another face',
    description:
      'A genuine passport held by someone else. Refused where face verification is on, approved where it is off.',
    outcome: rejected('face_mismatch'),
  },
  'unreadable-portrait': {
    title: 'Unreadable portrait',
    description: 'Correctly signed, but the JPEG 2000 portrait cannot be decoded.',
    outcome: rejected('portrait_unreadable'),
  },
  'nfc-failure': {
    title: 'Connection lost',
    description: 'The reader loses the chip and reports it.',
    outcome: { state: 'FAILED', code: 'nfc_lost' },
  },
  'user-abort': {
    title: 'Cancelled',
    description: 'The end user gives up.',
    outcome: { state: 'ABORTED' },
  },
  'genuine-ca': {
    title: 'Genuine passport, Chip Authentication',
    description:
      'A passport without DG15, opened by PACE with Chip Authentication Mapping. Its chip proves itself by Chip Authentication with the key of its DG14.',
    outcome: APPROVED,
  },
  'cloned-ca': {
    title: 'Cloned chip, Chip Authentication',
    description:
      'All files are copied from a passport with Chip Authentication; the chip does not have the private key.',
    outcome: rejected('chip_auth_failed'),
  },
  'weak-digest': {
    title: 'Outdated hashes',
    description:
      'Everything is genuine, but the passport is hashed with SHA-1. Refused where weak documents are not accepted.',
    outcome: APPROVED,
  },
} satisfies Record<string, Description>;

export type SpecimenName = keyof typeof DESCRIPTIONS;
export const SPECIMEN_NAMES = Object.keys(DESCRIPTIONS) as SpecimenName[];

export interface Specimen extends Description {
  name: SpecimenName;
}

export const SPECIMENS: readonly Specimen[] = SPECIMEN_NAMES.map((name) => ({ name, ...DESCRIPTIONS[name] }));

export const isSpecimenName = (name: string): name is SpecimenName => Object.hasOwn(DESCRIPTIONS, name);

/** How a session with this specimen ends under the given settings. */
export function expectedOutcome(
  name: SpecimenName,
  session: { face_verification: boolean; passport_only: boolean; refuse_weak?: boolean },
): SpecimenOutcome {
  if (name === 'id-card' && session.passport_only) return rejected('document_type_not_allowed');
  if (name === 'weak-digest' && session.refuse_weak) return rejected('weak_algorithm');
  if (name === 'face-mismatch' && !session.face_verification) return APPROVED;
  return DESCRIPTIONS[name].outcome;
}
