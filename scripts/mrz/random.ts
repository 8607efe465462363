export interface Random {
  /** From 0 to 1. */
  next(): number;
  between(least: number, most: number): number;
  below(end: number): number;
  /** Mean 0, deviation 1. */
  normal(): number;
  pick<T>(values: readonly T[]): T;
}

/** The generator mulberry32. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    between: (least, most) => least + next() * (most - least),
    // The sum of four uniform numbers is fast to compute and close enough to a normal distribution.
    normal: () => (next() + next() + next() + next() - 2) * Math.sqrt(3),
    pick: (values) => values[below(values.length)]!,
  };
}
