import { Trans, useLingui } from '@lingui/react/macro';
import { LegalPage } from './LegalPage';
import type { LegalText } from './legal';

export const privacy_texts = ['privacy-identity-app', 'privacy-passport-app', 'privacy-service'];

export function PrivacyPage({ texts }: { texts: LegalText[] }) {
  const { t } = useLingui();
  return (
    <LegalPage
      name="privacy"
      title={t`Privacy`}
      description={t`Privacy policies of the two apps, the website and the service.`}
      lead={
        <Trans>
          What we store, for how long, and who sees it. One policy for each app, and one for the website and the
          service.
        </Trans>
      }
      texts={texts}
    />
  );
}
