/** Explains why a session ended without approval, and whether a new session may help, as defined in the contract. */
import { known } from '../../core/known.ts';
import {
  type ChipVerification,
  type FailureCode,
  failCauses,
  failureReasons,
  type PersonLocale,
  type ReaderFailCause,
  type SessionFailure,
} from '../../generated/operations.gen.ts';
import { siteLink } from '../../mail/locale.ts';
import type { SessionTable } from './session.table.ts';

interface Site {
  public_url: string;
}

/** Only causes defined in the contract are stored and passed on: free text could identify the person. */
export const knownCause = (cause: string | undefined): ReaderFailCause | null =>
  cause !== undefined && Object.hasOwn(failCauses, cause) ? (cause as ReaderFailCause) : null;

interface Reason {
  code: FailureCode;
  cause?: ReaderFailCause | null;
  /** The guide exists in English and Spanish. All other languages link to the English one. */
  locale?: PersonLocale | null | undefined;
}

export const failureOf = ({ code, cause = null, locale = null }: Reason, site: Site): SessionFailure => ({
  code,
  ...failureReasons[code],
  ...known({ cause }),
  help_url: `${siteLink(site, locale === 'es' ? 'es' : 'en', '/failure-guide')}#${code}`,
});

type Ended = Pick<SessionTable, 'failure_code' | 'failure_cause' | 'chip' | 'locale' | 'require_clone_protection'>;

export function failureOfSession(session: Ended, site: Site): { failure?: SessionFailure } {
  const { failure_code: code, failure_cause: cause, locale } = session;
  if (!code) return {};
  const failure = failureOf({ code, cause, locale }, site);
  return { failure: { ...failure, retryable: failure.retryable && mayBeReadAgain(session) } };
}

/** A failure that reading again could otherwise fix is final if the document cannot supply what is missing. */
function mayBeReadAgain({ failure_code, chip, require_clone_protection }: Ended): boolean {
  if (chip === null) return true;
  const found = JSON.parse(chip) as ChipVerification;
  if (failure_code === 'dg_missing') return [1, 2].every((number) => found.data_groups.includes(number));
  // When no proof is required, this code means that the reader skipped a step.
  if (failure_code === 'chip_auth_missing' && require_clone_protection === 1) return mayProveItself(found);
  return true;
}

function mayProveItself({
  clone_protection_offered: offered,
  data_groups,
  data_groups_read,
  flags = [],
}: ChipVerification): boolean {
  // Results from before these properties existed lack them.
  if (!offered || !data_groups_read) return true;
  if (data_groups.includes(14) && !data_groups_read.includes(14)) return true;
  const isFlagged = (code: string) => flags.some((flag) => flag.code === code);
  const lost = {
    ACTIVE_AUTHENTICATION: isFlagged('deviation_active_authentication_key'),
    CHIP_AUTHENTICATION: isFlagged('chip_authentication_unsupported'),
  };
  return offered.some((proof) => !lost[proof]);
}
