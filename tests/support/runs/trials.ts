import { randomInt } from 'node:crypto';

/**
 * How often a property or a model is tried, and from which seed. A few times in every run of the suite; `TRIALS=10 npm test` tries
 * ten times as often. A property that fails prints its seed, and `SEED=… npm test -- NAME` starts from it again.
 */
const factor = Number(process.env['TRIALS'] ?? 1);
const seed = process.env['SEED'];
/** One for all properties of a worker. */
const drawn = randomInt(2 ** 31);

export const times = (runs: number): number => Math.max(1, Math.round(runs * factor));

/** What fast-check is told. `usual` is the seed of tests that are the same each time unless another one is asked for. */
export const trials = (runs: number, usual?: number) => {
  return { numRuns: times(runs), seed: seed === undefined ? (usual ?? drawn) : Number(seed) };
};
