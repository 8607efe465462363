/** Why a session ended without approval, in words, and whether a new session may help: as the contract says it. The guide says more. */
import {
  type ChipVerification,
  type FailureCode,
  failCauses,
  failureReasons,
  type PersonLocale,
  type ReaderFailCause,
  type SessionFailure,
} from '../../generated/operations.gen.ts';
import { siteLink } from '../../mail/site-link.ts';
import type { SessionTable } from './session.table.ts';

interface Site {
  public_url: string;
}

/** Only what the contract names is kept and passed on: free text could name the person. */
export const knownCause = (cause: string | undefined): ReaderFailCause | null =>
  cause !== undefined && Object.hasOwn(failCauses, cause) ? (cause as ReaderFailCause) : null;

interface Reason {
  code: FailureCode;
  /** What a reader said beside its code. */
  cause?: ReaderFailCause | null;
  /** The guide is written in two languages; the others lead to the English one. */
  locale?: PersonLocale | null | undefined;
}

export const failureOf = ({ code, cause = null, locale = null }: Reason, site: Site): SessionFailure => ({
  code,
  ...failureReasons[code],
  ...(cause !== null && { cause }),
  help_url: `${siteLink(site, locale === 'es' ? 'es' : 'en', '/failure-guide')}#${code}`,
});

type Ended = Pick<SessionTable, 'failure_code' | 'failure_cause' | 'chip' | 'locale' | 'require_clone_protection'>;

/** The failure of a session that has one, as a part of what is shown of it. */
export function failureOfSession(session: Ended, site: Site): { failure?: SessionFailure } {
  const { failure_code: code, failure_cause: cause, locale } = session;
  if (!code) return {};
  const failure = failureOf({ code, cause, locale }, site);
  return { failure: { ...failure, retryable: failure.retryable && mayBeReadAgain(session) } };
}

/** The codes that blame the reading are final for a document that cannot bring what is missing. */
function mayBeReadAgain({ failure_code, chip, require_clone_protection }: Ended): boolean {
  if (chip === null) return true;
  const found = JSON.parse(chip) as ChipVerification;
  if (failure_code === 'dg_missing') return [1, 2].every((number) => found.data_groups.includes(number));
  // Where no proof is required, only a reader that leaves a step out ends so.
  if (failure_code === 'chip_auth_missing' && require_clone_protection === 1) return mayProveItself(found);
  return true;
}

/** Whether the chip has a proof that would count, as far as its files were read. */
function mayProveItself({
  clone_protection_offered: offered,
  data_groups,
  data_groups_read,
  flags = [],
}: ChipVerification): boolean {
  // Sessions of before these were kept.
  if (!offered || !data_groups_read) return true;
  if (data_groups.includes(14) && !data_groups_read.includes(14)) return true;
  const isFlagged = (code: string) => flags.some((flag) => flag.code === code);
  const lost = {
    ACTIVE_AUTHENTICATION: isFlagged('deviation_active_authentication_key'),
    CHIP_AUTHENTICATION: isFlagged('chip_authentication_unsupported'),
  };
  return offered.some((proof) => !lost[proof]);
}
