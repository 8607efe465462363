import { useLingui } from '@lingui/react/macro';
import type { ChipVerification } from '@sigill/sdk/portal';
import { type Check, checkNames } from '../../ui/CheckMarks';

/** The five checks of a verification, each with its detail. All are pending without a verification. */
export function useChecks(chip: ChipVerification | undefined): Check[] {
  const { t, i18n } = useLingui();
  if (!chip) return checkNames.map((name) => ({ name, status: 'PENDING' }));
  const { trust_anchor, signature_algorithm, digest_algorithm, data_groups, face_match } = chip;
  const faceWords = ({ matcher, score, threshold, liveness }: NonNullable<ChipVerification['face_match']>) =>
    liveness
      ? t`${matcher}: ${score}, from ${threshold} on; alive: ${liveness.score}, from ${liveness.threshold} on`
      : t`${matcher}: ${score}, from ${threshold} on`;
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
    face: face_match && faceWords(face_match),
  };
  return checkNames.map((name) => {
    const { result, message } = chip.checks[name];
    // How near a face came is worth knowing where it was not near enough.
    const fact =
      result === 'FAILED' && !(name === 'face' && face_match) ? i18n.locale === 'en' && message : facts[name];
    return { name, status: result, ...(fact && { fact }) };
  });
}
