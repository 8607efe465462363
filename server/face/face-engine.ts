/** `@sigill/face`, in a thread of this process, if that package is installed. */
import type { Picture } from '@sigill/face';
import type { FaceEmbedder } from './embedding-matcher.ts';

type Package = typeof import('@sigill/face');

/** @returns undefined if the package is not installed. */
export async function loadFacePackage(): Promise<Package | undefined> {
  try {
    return await import('@sigill/face');
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** The package's own comparison, a demonstration: docs/face-matching.md says how often it errs. */
export function createDemonstrationEmbedder(face: Package): FaceEmbedder {
  const engine = face.createFaceEngine();
  return {
    name: 'demonstration',
    threshold: face.DEMONSTRATION_THRESHOLD,
    embed: async (image) => engine.embed(await pictureOf(image)),
    close: () => engine.close(),
  };
}

export async function pictureOf(image: Uint8Array): Promise<Picture> {
  // Loaded for the first picture rather than at startup.
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(image)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}
