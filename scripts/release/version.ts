/** The version of a release. Nothing breaks within v1, so the major version of SDK and contract never changes. */
import type { Verdict } from '../contract-diff/causes.ts';

export type Step = Exclude<Verdict, 'major'>;

/** `1.2.3` becomes `1.3.0` after additions, and `1.2.4` after changes of words. */
export function next(version: string, step: Step): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (step === 'minor') return `${major}.${minor + 1}.0`;
  return step === 'patch' ? `${major}.${minor}.${patch + 1}` : version;
}
