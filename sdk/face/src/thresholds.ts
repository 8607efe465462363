/** Measured with `npm run face-calibrate`; docs/face-matching.md has the sets, the pairs and the rates of error. */
export const MATCH_THRESHOLD = 0.7;

/** Refuses hardly any person of that set. How many attacks it misses is not known: no set of attacks on real persons was at hand. */
export const LIVENESS_THRESHOLD = 0.4;
