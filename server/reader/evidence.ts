/** What a verified document leaves for the verdict, and how it is stored until then. */
import type { ChipImage, DocumentData, Verification } from '@sigill/emrtd';
import { type ProofEvidence, proofEvidence } from '../sessions/evidence/proof-claims.ts';
import { boundedData } from './chip-result.ts';

/**
 * Images are bytes here and base64 only where they are stored: a verdict waits for other threads, and texts of this size would
 * meanwhile fill V8's old generation, whose collection delays calls.
 */
export interface Evidence {
  data: DocumentData;
  portrait: ChipImage;
  signature_image?: ChipImage;
  face?: Uint8Array;
  frames?: Uint8Array[];
  proof: ProofEvidence;
}

export function evidenceOf(
  verification: Verification,
  submission: Parameters<typeof proofEvidence>[1],
): Evidence | undefined {
  const { verdict, data, portrait, signature_image } = verification;
  if (verdict !== 'APPROVED' || !data || !portrait) return undefined;
  return {
    data: boundedData(data),
    portrait,
    ...(signature_image && { signature_image }),
    proof: proofEvidence(verification, submission),
  };
}

interface StoredImage {
  format: ChipImage['format'];
  base64: string;
}

type Images = 'portrait' | 'signature_image' | 'face' | 'frames';

interface Stored extends Omit<Evidence, Images> {
  portrait: StoredImage;
  signature_image?: StoredImage;
  face?: string;
  frames?: string[];
}

export function packEvidence({ portrait, signature_image, face, frames, ...rest }: Evidence): Buffer {
  const stored: Stored = {
    ...rest,
    portrait: packImage(portrait),
    ...(signature_image && { signature_image: packImage(signature_image) }),
    ...(face && { face: toBase64(face) }),
    ...(frames && { frames: frames.map(toBase64) }),
  };
  return Buffer.from(JSON.stringify(stored));
}

export function unpackEvidence(packed: Buffer): Evidence {
  const { portrait, signature_image, face, frames, ...rest } = JSON.parse(packed.toString('utf8')) as Stored;
  return {
    ...rest,
    portrait: unpackImage(portrait),
    ...(signature_image && { signature_image: unpackImage(signature_image) }),
    ...(face !== undefined && { face: fromBase64(face) }),
    ...(frames && { frames: frames.map(fromBase64) }),
  };
}

const packImage = ({ format, bytes }: ChipImage): StoredImage => ({ format, base64: toBase64(bytes) });
const unpackImage = ({ format, base64 }: StoredImage): ChipImage => ({ format, bytes: fromBase64(base64) });

const toBase64 = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');
const fromBase64 = (text: string) => Buffer.from(text, 'base64');
