/** Compares faces by embeddings that are computed in this process, one picture at a time. */
import { type FaceMatcher, type FaceMatchers, FaceMatcherUnavailable, judged } from './face-matcher.ts';

export interface FaceEmbedder extends Pick<FaceMatcher, 'name' | 'provider'> {
  threshold: number;
  /** Undefined if the picture does not show exactly one face. */
  embed(image: Uint8Array): Promise<Float32Array | undefined>;
  close?(): Promise<void>;
}

type Lane = 'live' | 'demo';

/** Pictures of demo and specimen sessions wait while there are any of live ones. */
export function createEmbeddingMatchers(embedder: FaceEmbedder): Required<FaceMatchers> {
  const { name, provider, threshold } = embedder;
  const inTurn = createTurns();
  const matcherOf = (lane: Lane): FaceMatcher => ({
    name,
    ...(provider && { provider }),
    async match(reference, live) {
      const [expected, ...found] = await Promise.all(
        [reference, ...live].map((image) => inTurn(lane, () => embedder.embed(image))),
      ).catch((cause: unknown) => {
        throw new FaceMatcherUnavailable('The face model did not respond', { cause });
      });
      const scores = found.map((embedding) => (expected && embedding ? likeness(expected, embedding) : 0));
      return judged(Math.min(...scores), threshold);
    },
  });
  return { live: matcherOf('live'), demo: matcherOf('demo'), close: async () => embedder.close?.() };
}

/** Cosine similarity of two embeddings. Opposite ones count as unrelated. */
export function likeness(a: Float32Array, b: Float32Array): number {
  let [product, squaresOfA, squaresOfB] = [0, 0, 0];
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 0;
    product += value * other;
    squaresOfA += value * value;
    squaresOfB += other * other;
  }
  return Math.max(0, product / (Math.sqrt(squaresOfA * squaresOfB) || 1));
}

function createTurns() {
  const waiting: Record<Lane, (() => void)[]> = { live: [], demo: [] };
  let isBusy = false;
  const handOn = () => {
    const next = waiting.live.shift() ?? waiting.demo.shift();
    if (next) next();
    else isBusy = false;
  };
  return async <T>(lane: Lane, work: () => Promise<T>): Promise<T> => {
    if (isBusy) await new Promise<void>((resolve) => waiting[lane].push(resolve));
    isBusy = true;
    try {
      return await work();
    } finally {
      handOn();
    }
  };
}
