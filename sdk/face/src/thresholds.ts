/** For demonstrations. docs/face-matching.md has the sets on which it was measured, and how often it errs on each. */
export const DEMONSTRATION_THRESHOLD = 0.7;
