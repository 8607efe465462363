import type { DocumentFiles } from '@sigill/emrtd';
import { mustBe, PayloadTooLarge } from '../core/errors.ts';
import type { DocumentFiles as EncodedFiles, ReaderLimits } from '../generated/operations.gen.ts';

export const LIMITS: ReaderLimits = {
  dg2_bytes: 262_144,
  file_bytes: 65_536,
  face_bytes: 2_097_152,
  frame_bytes: 262_144,
  frames: 4,
  body_bytes: 6_291_456,
  challenges: 5,
};

const CANONICAL_LENGTH = 4;

export function decodeFiles(files: EncodedFiles): DocumentFiles {
  const decode = (name: keyof EncodedFiles, limit = LIMITS.file_bytes) => {
    const text = files[name];
    return text === undefined ? {} : { [name]: decodeBase64(text, `files.${name}`, limit) };
  };
  return {
    sod: decodeBase64(files.sod, 'files.sod', LIMITS.file_bytes),
    ...decode('com'),
    ...decode('dg1'),
    ...decode('dg2', LIMITS.dg2_bytes),
    ...decode('dg7'),
    ...decode('dg11'),
    ...decode('dg12'),
    ...decode('dg14'),
    ...decode('dg15'),
  };
}

/** The contract's pattern cannot check the length. Buffer would silently drop characters that do not fill a byte. */
export function decodeBase64(text: string, path: string, limit: number): Buffer {
  if (text.length % CANONICAL_LENGTH !== 0) throw mustBe(path, 'base64 with padding', `${text.length} characters`);
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length > limit) throw new PayloadTooLarge(`${path} is larger than ${limit} bytes`);
  return bytes;
}
