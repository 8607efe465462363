import { createTrustStore, verifyDocument } from '@sigill/emrtd';
import type { FailureCode } from '../../generated/operations.gen.ts';
import { SPECIMENS } from '../../specimen/specimen-catalogue.ts';
import type { Seen } from '../policy/judge.ts';

interface SeenSpecimen {
  name: string;
  title: string;
  seen: Seen;
}

let seen: { day: string; specimens: Promise<SeenSpecimen[]> } | undefined;

/** The specimens whose sessions end with a verdict. They are issued again every day. */
export function seenSpecimens(at: Date): Promise<SeenSpecimen[]> {
  const day = at.toISOString().slice(0, 10);
  if (seen?.day !== day) seen = { day, specimens: issueAll(at) };
  return seen.specimens;
}

async function issueAll(at: Date): Promise<SeenSpecimen[]> {
  const { issueSpecimen } = await import('../../specimen/issue-specimen.ts');
  const trust = createTrustStore([]);
  const judged = SPECIMENS.filter(({ outcome }) => outcome.state === 'APPROVED' || outcome.state === 'REJECTED');
  return judged.map(({ name, title, outcome }) => {
    const code = outcome.code as FailureCode | undefined;
    if (code && code !== 'face_mismatch') return { name, title, seen: { code, demanded_proof: false } };
    const { data, weak_algorithms } = verifyDocument(
      { files: issueSpecimen(name, { at }).files },
      { at, trust, passport_only: false },
    );
    if (!data) throw new Error(`The specimen ${name} cannot be read`);
    // The chips of all specimens without a defect prove themselves.
    const face = code && { face: code };
    return { name, title, seen: { data, is_original: true, is_weak: weak_algorithms.length > 0, at, ...face } };
  });
}
