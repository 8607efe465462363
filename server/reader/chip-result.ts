/**
 * The engine's verdict as defined in the contract, without identity data. Certificates come from outside and may contain anything,
 * so texts are visibly truncated to the contract's limits. Flags beyond the 64th are left out.
 */
import type { Check, CheckName, DocumentData, Verification } from '@sigill/emrtd';
import { type ChipCheck, type ChipVerification, failureReasons } from '../generated/operations.gen.ts';

const LONGEST = { name: 1024, message: 500, source: 255, algorithm: 128, digest: 64 };
const MOST_FLAGS = 64;

export function chipResult(verification: Verification): ChipVerification {
  const { clone_protection, clone_protection_offered, data_groups, data_groups_read, specimen } = verification;
  const { digest_algorithm, signature_algorithm, signer, trust_anchor, weak_algorithms, weaknesses } = verification;
  return {
    ...{ clone_protection, clone_protection_offered, data_groups, data_groups_read, specimen },
    checks: explainedChecks(verification.checks),
    ...(digest_algorithm && { digest_algorithm: bounded(digest_algorithm, LONGEST.digest) }),
    ...(signature_algorithm && { signature_algorithm: bounded(signature_algorithm, LONGEST.algorithm) }),
    ...(signer && {
      signer: {
        ...signer,
        subject: bounded(signer.subject, LONGEST.name),
        issuer: bounded(signer.issuer, LONGEST.name),
      },
    }),
    ...(trust_anchor && {
      trust_anchor: {
        ...trust_anchor,
        subject: bounded(trust_anchor.subject, LONGEST.name),
        source: bounded(trust_anchor.source, LONGEST.source),
      },
    }),
    weak_algorithms: weak_algorithms.map((name) => bounded(name, LONGEST.digest)),
    weaknesses: weaknesses.map(({ where, algorithm }) => ({ where, algorithm: bounded(algorithm, LONGEST.digest) })),
    flags: verification.flags
      .slice(0, MOST_FLAGS)
      .map(({ code, message }) => ({ code, message: bounded(message, LONGEST.message) })),
  };
}

export const withCheck = (chip: ChipVerification, name: 'portrait' | 'face', check: Check): ChipVerification => ({
  ...chip,
  checks: { ...chip.checks, [name]: explained(check) },
});

export const boundedData = (data: DocumentData): DocumentData => ({
  ...data,
  given_names: bounded(data.given_names, 255),
  surname: bounded(data.surname, 255),
  issuer: bounded(data.issuer, 255),
  ...(data.personal_number && { personal_number: bounded(data.personal_number, 64) }),
});

const explainedChecks = (checks: Verification['checks']) =>
  Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, explained(check)])) as Record<
    CheckName,
    ChipCheck
  >;

function explained({ detail, ...check }: Check): ChipCheck {
  const message = checkText({ detail, ...check });
  return { ...check, ...(message && { message: bounded(message, LONGEST.message) }) };
}

/** Truncates to a number of UTF-16 units, which every client counts the same way, but never within a character. */
function bounded(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

export function checkText({ code, detail }: Pick<Check, 'code' | 'detail'>): string | undefined {
  if (!code) return detail;
  const { message } = failureReasons[code];
  return detail ? `${message} (${detail})` : message;
}
