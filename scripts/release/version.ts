/** Which version a release gets. Within v1 nothing breaks, so the first number of both stays. */
import type { Verdict } from '../contract-diff/causes.ts';

export type Step = Exclude<Verdict, 'major'>;

/** `1.2.3` is `1.3.0` after something was added, and `1.2.4` after other words. */
export function next(version: string, step: Step): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (step === 'minor') return `${major}.${minor + 1}.0`;
  return step === 'patch' ? `${major}.${minor}.${patch + 1}` : version;
}
