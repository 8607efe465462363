import { useLingui } from '@lingui/react/macro';
import { MissingNote } from '../loading/MissingNote';

export function SiteMissingNote() {
  const { t } = useLingui();
  return (
    <MissingNote
      offline={t`You’re offline. The rest of the page loads when you reconnect.`}
      missing={t`Part of this page could not be loaded. Retrying automatically.`}
      again={t`Try again`}
    />
  );
}
