/** Measured with `npm run face-calibrate`; docs/face-matching.md has the sets, the pairs and the rates of error. */
export const MATCH_THRESHOLD = 0.7;

/** Refuses hardly any person in the measured sets. How many attacks it misses is unknown: no set of real attacks was available. */
export const LIVENESS_THRESHOLD = 0.4;
