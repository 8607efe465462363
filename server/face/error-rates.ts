/** How often a comparison errs, from the scores of pairs of pictures: of one person, and of two. */

export interface Pairs {
  same: number[];
  other: number[];
}

export interface Rate {
  errors: number;
  trials: number;
  rate: number;
  /** The bounds of Clopper and Pearson (95%). */
  low: number;
  high: number;
}

/** False matches: two persons at or above the threshold. False non-matches: one person below it. */
export const ratesAt = ({ same, other }: Pairs, threshold: number): { fmr: Rate; fnmr: Rate } => ({
  fmr: rateOf(other.filter((score) => score >= threshold).length, other.length),
  fnmr: rateOf(same.filter((score) => score < threshold).length, same.length),
});

export const rateOf = (errors: number, trials: number): Rate => ({
  errors,
  trials,
  rate: trials === 0 ? 0 : errors / trials,
  low: errors === 0 ? 0 : boundOf(errors - 1, trials, 0.975),
  high: errors === trials ? 1 : boundOf(errors, trials, 0.025),
});

/** The rate at which at most this many errors have this probability, found by bisection. */
function boundOf(errors: number, trials: number, probability: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (atMost(errors, trials, middle) > probability) low = middle;
    else high = middle;
  }
  return low;
}

/** The binomial distribution. Sums logarithms, because the first terms of many trials are too small for a number. */
function atMost(errors: number, trials: number, chance: number): number {
  let term = trials * Math.log1p(-chance);
  let sum = Math.exp(term);
  for (let k = 1; k <= errors; k++) {
    term += Math.log((trials - k + 1) / k) + Math.log(chance) - Math.log1p(-chance);
    sum += Math.exp(term);
  }
  return sum;
}
