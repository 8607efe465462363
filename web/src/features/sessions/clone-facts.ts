import { useLingui } from '@lingui/react/macro';
import type { ChipVerification } from '@sigill/sdk/portal';

/** How the chip proved that it is not a copy, or what it offers and why there is no proof. */
export function useCloneFact(chip: ChipVerification | undefined): string | undefined {
  const { t } = useLingui();
  // Altered data can't be trusted to tell which protection the chip has.
  if (chip?.checks.data.result !== 'PASSED') return undefined;
  const { clone_protection, clone_protection_offered: offered = [], data_groups, checks } = chip;
  if (clone_protection === 'ACTIVE_AUTHENTICATION') return t`Active Authentication`;
  if (clone_protection === 'CHIP_AUTHENTICATION') return t`Chip Authentication`;
  if (checks.clone.code === 'chip_auth_failed') return t`The chip’s response was wrong`;
  if (offered.includes('ACTIVE_AUTHENTICATION')) return t`Active Authentication offered but not performed`;
  if (offered.includes('CHIP_AUTHENTICATION')) return t`Chip Authentication offered but not performed`;
  if (data_groups.includes(14)) return t`DG14 lists no protection or was not read`;
  return t`The document has no clone protection`;
}
