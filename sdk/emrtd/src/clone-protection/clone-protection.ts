/** Whether the chip proved that it is not a copy: which proofs it offers, which were done, and why others were not. */

import { Malformed } from '../asn1/ber.ts';
import { type Check, failed, failedAsIssued, failedBy, notPresent, passed } from '../check.ts';
import type { Flag } from '../flags.ts';
import { readChipAuthenticationKeys } from '../lds/chip-authentication-keys.ts';
import type { SecurityObject } from '../lds/sod.ts';
import type { Digest } from '../pki/keys/algorithms.ts';
import { answerDigest } from './active-authentication.ts';
import { type ChipAuthenticationSecret, verifyChipAuthentication } from './chip-authentication.ts';

/**
 * The two proofs of a chip that the service can verify (Doc 9303-11, 6.1 and 6.2). PACE with Chip Authentication Mapping convinces
 * only its terminal.
 */
export type CloneProof = 'ACTIVE_AUTHENTICATION' | 'CHIP_AUTHENTICATION';

/** The chip's proofs as the reader submitted them (Doc 9303-11, 6). */
export interface ChipProofs {
  challenge?: Uint8Array;
  aa_signature?: Uint8Array;
  /** The status with which the chip refused to sign, according to the reader: explains a missing signature and decides nothing. */
  aa_refusal?: string;
  chip_authentication?: { secret: ChipAuthenticationSecret; response: Uint8Array };
}

export interface CloneProtection {
  check: Check;
  clone_protection: CloneProof | 'NONE';
  clone_protection_offered: CloneProof[];
  flags: Flag[];
  /** The digest of an accepted Active Authentication signature. */
  answer_digest?: Digest;
}

interface Examined {
  securityObject: SecurityObject | undefined;
  /** The data groups whose hashes match the security object. */
  groups: ReadonlyMap<number, Uint8Array>;
  proofs: ChipProofs;
  /** Whether Passive Authentication succeeded. Without it, no proof counts. */
  isAuthentic: boolean;
  /** Whether a deviation list of the State says not to rely on the key of DG15 (Doc 9303-3, 7.3.5). */
  isActiveKeyCompromised: boolean;
  /** Whether a chip with DG15 must sign a challenge. */
  isAnswerExpected: boolean;
  /** Whether the document is refused without a proof, even if its chip offers none. */
  isProofRequired: boolean;
}

const NAMES: Record<CloneProof, string> = {
  ACTIVE_AUTHENTICATION: 'Active Authentication',
  CHIP_AUTHENTICATION: 'Chip Authentication',
};

export function verifyCloneProtection(examined: Examined): CloneProtection {
  const { securityObject, groups, isAuthentic, isActiveKeyCompromised, isProofRequired } = examined;
  const active = verifyActive(examined);
  const chip = verifyChip(examined);
  // A proof that succeeded was offered, whatever DG14 says.
  const chipAuthentication =
    chip?.result === 'PASSED' ? { isOffered: true } : whatDg14Offers(securityObject, groups.get(14));
  const clone_protection_offered: CloneProof[] = [
    ...(securityObject?.hashes.has(15) ? ['ACTIVE_AUTHENTICATION' as const] : []),
    ...(chipAuthentication.isOffered ? ['CHIP_AUTHENTICATION' as const] : []),
  ];
  const offer = { clone_protection_offered, flags: chipAuthentication.flags ?? [] };
  const failure = [active.check, chip].find((check) => check?.result === 'FAILED');
  const proved: CloneProof[] = [
    ...(chip?.result === 'PASSED' ? ['CHIP_AUTHENTICATION' as const] : []),
    ...(active.check?.result === 'PASSED' && !isActiveKeyCompromised ? ['ACTIVE_AUTHENTICATION' as const] : []),
  ];
  const without = (check: Check): CloneProtection => ({ check, clone_protection: 'NONE', ...offer });
  if (failure) return without(failure);
  const [strongest] = proved;
  if (strongest && !isAuthentic) return without(notPresent(`${NAMES[strongest]} counts only on authentic data`));
  if (strongest) {
    const done = `By ${proved.map((proof) => NAMES[proof]).join(' and ')}`;
    const left = chip ? undefined : whatWasLeft(chipAuthentication);
    const detail = left ? `${done}; ${left}` : done;
    const { answer_digest } = active;
    return {
      check: { ...passed, detail },
      clone_protection: strongest,
      ...offer,
      ...(answer_digest && { answer_digest }),
    };
  }
  const reason =
    active.check && isActiveKeyCompromised
      ? `its State says that the key of ${NAMES.ACTIVE_AUTHENTICATION} may be compromised`
      : whyNoProof(clone_protection_offered, chipAuthentication.why);
  return without(isProofRequired ? failed('chip_auth_missing', reason) : notPresent(sentence(reason)));
}

function whyNoProof(offered: readonly CloneProof[], why: string | undefined): string {
  const [only] = offered;
  const offer = only
    ? `the chip offers ${offered.map((proof) => NAMES[proof]).join(' and ')}, which ${offered.length > 1 ? 'were' : 'was'} not done`
    : (why ?? 'the chip offers neither Active Authentication nor Chip Authentication');
  return only && why ? `${offer}: ${why}` : offer;
}

/**
 * Why only Active Authentication was done, and not Chip Authentication, the stronger proof. Undefined when the chip is known not to
 * offer Chip Authentication.
 */
function whatWasLeft({ isOffered, why }: ChipAuthenticationFound): string | undefined {
  if (!isOffered) return why;
  const left = `${NAMES.CHIP_AUTHENTICATION} was not done`;
  return why ? `${left}: ${why}` : left;
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

interface ChipAuthenticationFound {
  isOffered: boolean;
  why?: string;
  flags?: Flag[];
}

const UNSUPPORTED: Flag = {
  code: 'chip_authentication_unsupported',
  message: `DG14 offers ${NAMES.CHIP_AUTHENTICATION} of a kind that is not supported`,
};

const MAPPING_ONLY: Flag = {
  code: 'chip_authentication_mapping_only',
  message: 'The chip’s only proof is PACE with Chip Authentication Mapping, which only its terminal can verify',
};

function whatDg14Offers(
  securityObject: SecurityObject | undefined,
  dg14: Uint8Array | undefined,
): ChipAuthenticationFound {
  if (!securityObject?.hashes.has(14)) return { isOffered: false };
  if (!dg14)
    return { isOffered: false, why: 'DG14, which says whether the chip offers Chip Authentication, was not read' };
  try {
    const { isOffered, isMappingOnly, usable } = readChipAuthenticationKeys(dg14);
    if (isMappingOnly && !securityObject.hashes.has(15))
      return {
        isOffered,
        why: 'the chip offers no proof except Chip Authentication Mapping',
        flags: [MAPPING_ONLY],
      };
    if (!isOffered || usable.length > 0) return { isOffered };
    return { isOffered, why: 'its kind is not supported', flags: [UNSUPPORTED] };
  } catch (error) {
    if (error instanceof Malformed) return { isOffered: false, why: 'DG14 cannot be parsed' };
    throw error;
  }
}

/** No check when the chip has no key for Active Authentication, or when no signature was expected and none was given. */
function verifyActive({ securityObject, groups, proofs, isAnswerExpected }: Examined): {
  check?: Check;
  answer_digest?: Digest;
} {
  const { challenge, aa_signature, aa_refusal } = proofs;
  if (!securityObject?.hashes.has(15)) return {};
  const dg15 = groups.get(15);
  if (!challenge || !aa_signature || !dg15) {
    if (!isAnswerExpected && !aa_signature) return {};
    const unanswered = aa_refusal
      ? `the reader reports that the chip refused Active Authentication, with status ${aa_refusal}`
      : 'no response to Active Authentication';
    return { check: failed('chip_auth_missing', dg15 ? unanswered : 'DG15 was not read') };
  }
  const dg14 = groups.get(14);
  try {
    const answer_digest = answerDigest({ dg15, ...(dg14 && { dg14 }), challenge, signature: aa_signature });
    if (answer_digest) return { check: passed, answer_digest };
    return { check: failed('chip_auth_failed', NAMES.ACTIVE_AUTHENTICATION) };
  } catch (error) {
    return { check: failedAsIssued('unsupported_algorithm', error) };
  }
}

function verifyChip({ groups, proofs }: Examined): Check | undefined {
  const { chip_authentication } = proofs;
  if (!chip_authentication) return undefined;
  const dg14 = groups.get(14);
  if (!dg14) return failed('chip_auth_missing', 'Chip Authentication without the signed DG14');
  try {
    const isProved = verifyChipAuthentication({ dg14, ...chip_authentication });
    return isProved ? passed : failed('chip_auth_failed', NAMES.CHIP_AUTHENTICATION);
  } catch (error) {
    return failedBy(error);
  }
}
