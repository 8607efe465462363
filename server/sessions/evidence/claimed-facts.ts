/** Sessions with claims: at the verdict only the answers are kept, with a proof of them. Nothing else that was read is stored. */
import type { DocumentData } from '@sigill/emrtd';
import type { Context } from '../../core/context.ts';
import { known } from '../../core/known.ts';
import type { ChipVerification, ClaimedFacts, SessionClaim } from '../../generated/operations.gen.ts';
import type { Session } from '../session/session.repository.ts';
import { ageFacts } from './age-facts.ts';
import { openPieces } from './session-vault.ts';

export interface KeptClaims {
  facts: ClaimedFacts;
  proof: string;
}

/** Undefined for a session that keeps everything. */
export const claimsOf = ({ claims }: Pick<Session, 'claims'>): SessionClaim[] | undefined =>
  claims === null ? undefined : (JSON.parse(claims) as SessionClaim[]);

/** Answers that the document does not give are left out. */
export function claimedFacts(claims: readonly SessionClaim[], data: DocumentData, now: Date): ClaimedFacts {
  const ages = ageFacts(data, now.toISOString().slice(0, 10));
  const { nationality, issuing_country, document_type } = data;
  const answers: ClaimedFacts = {
    ...Object.fromEntries(Object.entries(ages).map(([name, { value }]) => [name, value])),
    ...known({ nationality, issuing_country, document_type }),
  };
  return Object.fromEntries(Object.entries(answers).filter(([name]) => claims.includes(name as SessionClaim)));
}

/** Whether the session may keep the issuing State, which the certificates name too. */
const keepsCountry = (session: Pick<Session, 'claims'>) => claimsOf(session)?.includes('issuing_country') ?? true;

export const keptCountry = (session: Pick<Session, 'claims'>, country: string | null): string | null =>
  keepsCountry(session) ? country : null;

/**
 * The part of the checks' result that the session keeps. Certificates are left out if the session may not keep the State, which
 * they name. Of the flags, only those that explain a failed check are kept: the others describe the document or its issuer.
 */
export function keptChip(session: Pick<Session, 'claims'>, chip: ChipVerification): ChipVerification {
  if (session.claims === null) return chip;
  const { clone_protection_offered, data_groups_read, weaknesses, face_match, signer, trust_anchor, flags = [] } = chip;
  return {
    ...verdictIn(chip),
    ...known({ clone_protection_offered, data_groups_read, weaknesses, face_match }),
    ...(keepsCountry(session) && known({ signer, trust_anchor })),
    flags: flags.filter(({ code }) => KEPT_FLAGS.includes(code)),
  };
}

const KEPT_FLAGS = ['chip_authentication_unsupported', 'chip_authentication_mapping_only'];

/**
 * The part that says nothing about the person or the document: each check's result and code, but not its text, which may quote the
 * document.
 */
export function verdictIn(chip: ChipVerification): ChipVerification {
  const { clone_protection, data_groups, weak_algorithms, specimen } = chip;
  const checks = Object.entries(chip.checks).map(([name, { result, code }]) => [name, { result, ...known({ code }) }]);
  return {
    checks: Object.fromEntries(checks) as ChipVerification['checks'],
    ...{ clone_protection, data_groups, weak_algorithms, specimen },
  };
}

/** Undefined once the data has been deleted. */
export async function openClaimed(ctx: Context, session: Session): Promise<KeptClaims | undefined> {
  const { claimed } = await openPieces(ctx, session, ['claimed']);
  return claimed && (JSON.parse(claimed.toString('utf8')) as KeptClaims);
}
