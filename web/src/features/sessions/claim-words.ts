import { useLingui } from '@lingui/react/macro';
import type { SessionClaim } from '@sigill/sdk/portal';

export function useClaimWords(): Record<SessionClaim, string> {
  const { t } = useLingui();
  const over = (age: number) => t`At least ${age} years old`;
  return {
    age_over_12: over(12),
    age_over_14: over(14),
    age_over_16: over(16),
    age_over_18: over(18),
    age_over_21: over(21),
    age_over_25: over(25),
    age_over_65: over(65),
    nationality: t`Nationality`,
    issuing_country: t`Issuing country`,
    document_type: t`Document type`,
  };
}
