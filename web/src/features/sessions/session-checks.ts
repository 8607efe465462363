import { useLingui } from '@lingui/react/macro';
import type { ChipVerification } from '@sigill/sdk/portal';
import { type Check, checkNames } from '../../ui/CheckMarks';

/** The five checks of a verification, each with its detail. All are pending without a verification. */
export function useChecks(chip: ChipVerification | undefined): Check[] {
  const { t, i18n } = useLingui();
  if (!chip) return checkNames.map((name) => ({ name, status: 'PENDING' }));
  const { trust_anchor, signature_algorithm, digest_algorithm, data_groups } = chip;
  const protections: Record<ChipVerification['clone_protection'], string> = {
    ACTIVE_AUTHENTICATION: t`Active Authentication`,
    CHIP_AUTHENTICATION: t`Chip Authentication`,
    NONE: t`The document has no protection`,
  };
  const groups = data_groups.map((group) => `DG${group}`).join(', ');
  const facts: Record<Check['name'], string | undefined> = {
    issuer: trust_anchor && [trust_anchor.source, trust_anchor.source_date].filter(Boolean).join(', '),
    signature: signature_algorithm,
    data: [digest_algorithm, groups].filter(Boolean).join(', '),
    // Altered data cannot be trusted to tell which protection the chip has.
    clone: chip.checks.data.result === 'PASSED' ? protections[chip.clone_protection] : undefined,
    face: undefined,
  };
  return checkNames.map((name) => {
    const { result, message } = chip.checks[name];
    const fact = result === 'FAILED' ? i18n.locale === 'en' && message : facts[name];
    return { name, status: result, ...(fact && { fact }) };
  });
}
