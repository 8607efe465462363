/** The contents of a proof: what everyone sees, and the claims that its holder can disclose one by one. */
import { createHash } from 'node:crypto';
import type { DocumentData, DocumentFiles, Verification } from '@sigill/emrtd';
import { known } from '../../core/known.ts';
import type { ChipVerification } from '../../generated/operations.gen.ts';
import { ageFacts } from './age-facts.ts';

/** Specimens have their own type, so that even a verifier who checks nothing else cannot mistake one for a person. */
const PROOF_TYPE = { document: 'urn:sigill:document:1', specimen: 'urn:sigill:specimen:1' } as const;

const IMAGES = {
  portrait: 'DG2',
  portrait_jpeg: 'DG2',
  face: undefined,
  face_jpeg: undefined,
  signature_image: 'DG7',
} as const;

type ImageName = keyof typeof IMAGES;
export const imageNames = Object.keys(IMAGES) as ImageName[];

export interface ProofSubject {
  session: { id: number; policy?: { name: string; version: number } };
  ended: string;
  chip: ChipVerification;
  identity: DocumentData;
  evidence: ProofEvidence;
  /** As returned by `session.get`. */
  images: Partial<Record<ImageName, Uint8Array>>;
}

/** Nothing here may identify the person or the document, because it is in every presentation. */
export function openClaims({ ended, chip }: ProofSubject, { issuer, now }: { issuer: string; now: Date }) {
  const specimen = chip.specimen;
  return {
    iss: issuer,
    iat: Math.floor(now.getTime() / 1000),
    vct: specimen ? PROOF_TYPE.specimen : PROOF_TYPE.document,
    ...(specimen && { specimen }),
    verified_at: ended,
    checks: Object.fromEntries(Object.entries(chip.checks).map(([name, { result }]) => [name, result])),
    clone_protection: chip.clone_protection,
    weak_algorithms: chip.weak_algorithms,
  };
}

export function disclosableClaims(subject: ProofSubject, now: Date): Record<string, unknown> {
  const { session, identity, evidence, chip } = subject;
  const { sod_sha256, chip_answer } = evidence;
  const { mrz, sources: _, names_truncated, birth_date_ambiguous, ...facts } = identity;
  // If the full date of birth is known, the latest possible one is the same: hiding one would be pointless if the other is
  // disclosed.
  if (facts.date_of_birth) delete facts.latest_date_of_birth;
  const fields = Object.entries(facts).map(([name, value]) => [
    name,
    {
      value,
      ...sourceOf(identity, name as keyof typeof facts),
      ...remarkOn(name, { names_truncated, birth_date_ambiguous }),
    },
  ]);
  const { data_groups, digest_algorithm, signature_algorithm, signer, trust_anchor, flags = [] } = chip;
  return {
    ...Object.fromEntries(fields),
    // Values without an ISO 3166 code, such as for stateless persons, appear only here.
    mrz_nationality: { value: mrz.nationality, source: 'DG1' },
    mrz_issuing_state: { value: mrz.issuing_state, source: 'DG1' },
    ...ages(subject, now),
    ...imageHashes(subject),
    security_object: { sha256: sod_sha256, data_groups, ...known({ digest_algorithm, signature_algorithm }) },
    ...known({ signer, trust_anchor }),
    flags: flags.map(({ code }) => code),
    ...(chip_answer && { chip_answer: { protocol: 'ACTIVE_AUTHENTICATION', ...chip_answer } }),
    session,
  };
}

/** Part of the claim itself, so that nobody can disclose a name or a date without what it leaves open. */
const remarkOn = (field: string, { names_truncated, birth_date_ambiguous }: Partial<DocumentData>) =>
  known({
    truncated: /name/.test(field) ? names_truncated : undefined,
    ambiguous: field.endsWith('date_of_birth') ? birth_date_ambiguous : undefined,
  });

const sourceOf = ({ sources }: DocumentData, field: keyof DocumentData['sources']): { source?: string } =>
  known({ source: sources[field] });

function ages({ identity }: ProofSubject, now: Date): Record<string, unknown> {
  const field = identity.date_of_birth ? 'date_of_birth' : 'partial_date_of_birth';
  const facts = Object.entries(ageFacts(identity, now.toISOString().slice(0, 10)));
  return Object.fromEntries(facts.map(([name, fact]) => [name, { ...fact, ...sourceOf(identity, field) }]));
}

/** Hashes of the images: a verifier who has an image can tell that it belongs to the proof, and holders need not send it. */
const imageHashes = ({ images }: ProofSubject) =>
  Object.fromEntries(
    Object.entries(IMAGES).flatMap(([name, source]) => {
      const bytes = images[name as ImageName];
      return bytes ? [[`${name}_sha256`, { value: sha256(bytes), ...known({ source }) }]] : [];
    }),
  );

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export interface ProofEvidence {
  sod_sha256: string;
  /** The chip's response, if it can be verified again: only a signature convinces a third party. Bytes are base64. */
  chip_answer?: { challenge: string; signature: string; dg15: string };
}

export function proofEvidence(
  { clone_protection_offered }: Verification,
  { files, challenge, aa_signature }: { files: DocumentFiles; challenge: Uint8Array; aa_signature?: Uint8Array },
): ProofEvidence {
  const { sod, dg15 } = files;
  // The signature was verified: a document with a wrong response is not approved. Without the key in DG15, a signature proves
  // nothing.
  const isSigned = clone_protection_offered.includes('ACTIVE_AUTHENTICATION') && aa_signature && dg15;
  return {
    sod_sha256: createHash('sha256').update(sod).digest('hex'),
    ...(isSigned && {
      chip_answer: { challenge: base64(challenge), signature: base64(aa_signature), dg15: base64(dg15) },
    }),
  };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
