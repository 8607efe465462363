/** What a proof says: what everybody sees of it, and the claims that its holder may show one by one. */
import { createHash } from 'node:crypto';
import type { DocumentData } from '@sigill/emrtd';
import type { ChipVerification } from '../generated/operations.gen.ts';
import { ageFacts } from './age-facts.ts';
import type { ProofEvidence } from './proof-evidence.ts';

/** Specimens have a type of their own, so that even a verifier who looks at nothing else does not take one for a person. */
export const PROOF_TYPE = { document: 'urn:sigill:document:1', specimen: 'urn:sigill:specimen:1' } as const;

export interface ProofSubject {
  session_id: number;
  /** When the document was verified. */
  ended: string;
  chip: ChipVerification;
  identity: DocumentData;
  evidence: ProofEvidence;
  /** The images as `session.get` gives them. */
  portrait?: Uint8Array;
  face?: Uint8Array;
}

/** Nothing here may lead to the person or the document: it is in every presentation. */
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
  const { session_id, identity, evidence, chip } = subject;
  const { sod_sha256, chip_answer } = evidence;
  const { mrz: _, sources: __, ...facts } = identity;
  const fields = Object.entries(facts).map(([name, value]) => [
    name,
    { value, ...sourceOf(identity, name as keyof typeof facts) },
  ]);
  const { data_groups, digest_algorithm, signature_algorithm, signer, trust_anchor } = chip;
  return {
    ...Object.fromEntries(fields),
    ...ages(subject, now),
    ...images(subject),
    security_object: {
      sha256: sod_sha256,
      data_groups,
      ...(digest_algorithm && { digest_algorithm }),
      ...(signature_algorithm && { signature_algorithm }),
    },
    ...(signer && { signer }),
    ...(trust_anchor && { trust_anchor }),
    ...(chip_answer && { chip_answer: { protocol: 'ACTIVE_AUTHENTICATION', ...chip_answer } }),
    session: { id: session_id },
  };
}

/** The data group that a field was taken from. */
function sourceOf({ sources }: DocumentData, field: keyof DocumentData['sources']): { source?: string } {
  const source = sources[field];
  return source ? { source: source.toLowerCase() } : {};
}

function ages({ identity }: ProofSubject, now: Date): Record<string, unknown> {
  const field = identity.date_of_birth ? 'date_of_birth' : 'partial_date_of_birth';
  const born = identity[field];
  if (!born) return {};
  const facts = Object.entries(ageFacts(born, now.toISOString().slice(0, 10)));
  return Object.fromEntries(facts.map(([name, fact]) => [name, { ...fact, ...sourceOf(identity, field) }]));
}

/** By their hashes: whoever has the image can tell that it belongs to the proof, and nobody has to carry it. */
const images = ({ portrait, face }: ProofSubject) => ({
  ...(portrait && { portrait_sha256: { value: sha256(portrait), source: 'dg2' } }),
  ...(face && { face_sha256: { value: sha256(face) } }),
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
