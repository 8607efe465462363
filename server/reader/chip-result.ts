/** The verdict of the engine in the shape of the contract, without identity data and within its bounds: certificates come from strangers. */
import type { ChipVerification } from '../generated/operations.gen.ts';
import type { Check, DocumentData, Verification } from '../verification/verify-document.ts';

const NAME = 1024;
const TIMESTAMP = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?Z$/;
const SERIAL_NUMBER = /^[0-9a-f]{1,80}$/;
const MOST_ALGORITHMS = 16;

export function chipResult(verification: Verification): ChipVerification {
  const {
    checks,
    clone_protection,
    data_groups,
    digest_algorithm,
    signature_algorithm,
    signer,
    trust_anchor,
    weak_algorithms,
    specimen,
  } = verification;
  return {
    checks,
    clone_protection,
    data_groups: [...new Set(data_groups)].filter((number) => number >= 1 && number <= 16),
    ...(digest_algorithm !== undefined && { digest_algorithm: digest_algorithm.slice(0, 64) }),
    ...(signature_algorithm !== undefined && { signature_algorithm: signature_algorithm.slice(0, 128) }),
    ...(signer &&
      isShowable(signer) && {
        signer: { ...signer, subject: signer.subject.slice(0, NAME), issuer: signer.issuer.slice(0, NAME) },
      }),
    ...(trust_anchor && {
      trust_anchor: {
        ...trust_anchor,
        subject: trust_anchor.subject.slice(0, NAME),
        source: trust_anchor.source.slice(0, 255),
      },
    }),
    weak_algorithms: weak_algorithms.slice(0, MOST_ALGORITHMS).map((name) => name.slice(0, 64)),
    specimen,
  };
}

/** The same result after an image of an otherwise genuine document, or of its holder, was looked at. */
export const withCheck = (chip: ChipVerification, name: 'portrait' | 'face', check: Check): ChipVerification => ({
  ...chip,
  checks: { ...chip.checks, [name]: check },
});

/** Identity data within the bounds of the contract. */
export function boundedData(data: DocumentData): DocumentData {
  return {
    ...data,
    given_names: data.given_names.slice(0, 255),
    surname: data.surname.slice(0, 255),
    document_number: data.document_number.slice(0, 32),
    issuer: data.issuer.slice(0, 255),
    ...(data.personal_number !== undefined && { personal_number: data.personal_number.slice(0, 64) }),
  };
}

const isShowable = ({ serial_number, not_before, not_after }: NonNullable<Verification['signer']>) =>
  SERIAL_NUMBER.test(serial_number) && TIMESTAMP.test(not_before) && TIMESTAMP.test(not_after);
