/** Compares faces with `@sigill/face`, in a thread of this process, if that package is installed. */
import type { FaceEngine, FaceReport, Picture } from '@sigill/face';
import { type FaceMatcher, FaceMatcherUnavailable, judged } from './face-matcher.ts';

export interface SigillFaceMatcherConfig {
  /** The operator's thresholds. Where undefined, those of the package apply. */
  match_threshold: number | undefined;
  liveness_threshold: number | undefined;
  checks_liveness: boolean;
}

type Package = typeof import('@sigill/face');

/** @returns undefined if the package is not installed. */
export async function createSigillFaceMatcher(config: SigillFaceMatcherConfig): Promise<FaceMatcher | undefined> {
  const face = await loadPackage();
  return face && matcherOf(face, config);
}

async function loadPackage(): Promise<Package | undefined> {
  try {
    return await import('@sigill/face');
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

function matcherOf(face: Package, { checks_liveness, ...thresholds }: SigillFaceMatcherConfig): FaceMatcher {
  const engine = face.createFaceEngine();
  const reports = new WeakMap<Uint8Array[], Promise<FaceReport>>();
  /** Match and liveness are judged on the same pictures, which are examined once. */
  const reportOf = (reference: Uint8Array, live: Uint8Array[]): Promise<FaceReport> => {
    const report = reports.get(live) ?? examined(engine, reference, live);
    reports.set(live, report);
    return report;
  };
  return {
    name: 'sigill',
    async match(reference, live) {
      const { match } = await reportOf(reference, live);
      const threshold = thresholds.match_threshold ?? face.MATCH_THRESHOLD;
      const calibration = threshold === face.MATCH_THRESHOLD ? 'measured' : 'uncalibrated';
      return { ...judged(match, threshold), calibration };
    },
    ...(checks_liveness && {
      async liveness(frames: Uint8Array[], reference: Uint8Array) {
        const { liveness, signals } = await reportOf(reference, frames);
        const threshold = thresholds.liveness_threshold ?? face.LIVENESS_THRESHOLD;
        return { ...judged(liveness, threshold), calibration: 'uncalibrated' as const, signals };
      },
    }),
    close: () => engine.close(),
  };
}

async function examined(engine: FaceEngine, reference: Uint8Array, live: Uint8Array[]): Promise<FaceReport> {
  try {
    const [portrait, ...pictures] = await Promise.all([reference, ...live].map(pictureOf));
    return await engine.examine(portrait!, pictures);
  } catch (error) {
    throw new FaceMatcherUnavailable('The face models did not respond', { cause: error });
  }
}

async function pictureOf(image: Uint8Array): Promise<Picture> {
  // Loaded for the first picture rather than at startup.
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(image)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}
