import { useLingui } from '@lingui/react/macro';
import type { ApprovedSession, ClaimedFacts, SessionClaim } from '@sigill/sdk/portal';
import { Fact, KeyValue } from '../../ui/KeyValue';
import { stateName } from '../trust/state-name';
import { useClaimWords } from './claim-words';

export function ClaimedAnswers({ session: { claims = [], claimed, redacted } }: { session: ApprovedSession }) {
  const { t } = useLingui();
  const words = useClaimWords();
  const answer = useAnswerWords();
  if (redacted) return <p className="text-muted">{t`The answers of this session were deleted.`}</p>;
  return (
    <section aria-label={t`Answers`} className="space-y-3">
      <KeyValue>
        {claims.map((claim) => (
          <Fact key={claim} name={words[claim]} value={answer(claim, claimed ?? {})} />
        ))}
      </KeyValue>
      <p className="text-sm text-muted">{t`Nothing else that was read is kept.`}</p>
    </section>
  );
}

function useAnswerWords(): (claim: SessionClaim, claimed: ClaimedFacts) => string {
  const { t, i18n } = useLingui();
  const types = { PASSPORT: t`Passport`, ID_CARD: t`Identity card`, OTHER: t`Travel document` };
  return (claim, claimed) => {
    const value = claimed[claim];
    if (value === undefined) return t`The document does not say`;
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
    if (claim === 'document_type') return claimed.document_type ? types[claimed.document_type] : value;
    return stateName(value, i18n.locale);
  };
}
