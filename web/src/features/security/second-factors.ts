import { SigillError } from '@sigill/sdk';

export type SecondFactor = 'totp_code' | 'passkey' | 'recovery_code';

const KNOWN = ['totp_code', 'passkey', 'recovery_code'] as const;

/** The second factors that a refused sign-in asks for; undefined when it was refused for another reason. */
export function secondFactorsOf(error: unknown): SecondFactor[] | undefined {
  if (!(error instanceof SigillError) || error.code !== 'second_factor_required') return undefined;
  return KNOWN.filter((name) => error.details.some(({ path }) => path === name));
}
