/**
 * How often a property or a model is tried, and from which seed. A few times in every run of the suite; `TRIALS=10 npm test` tries
 * ten times as often. A failing property prints its seed, and `SEED=… npm test -- NAME` starts from it again.
 */
const factor = Number(process.env['TRIALS'] ?? 1);
const asked = process.env['SEED'];

/** One seed for everything random in a run: scripts/test.ts takes it from the commit in CI. */
export const seedOfRun = Number(asked ?? process.env['RUN_SEED'] ?? 1);

export const times = (runs: number): number => Math.max(1, Math.round(runs * factor));

/** The settings of fast-check. `usual` is the seed of a test that always starts from the same one, in CI too. */
export const trials = (runs: number, usual = seedOfRun) => ({
  numRuns: times(runs),
  seed: asked === undefined ? usual : Number(asked),
});
