import { Trans, useLingui } from '@lingui/react/macro';
import { LegalPage } from './LegalPage';
import type { LegalText } from './legal';

export const terms_texts = ['terms-identity-app', 'terms-passport-app', 'terms-service', 'data-processing-agreement'];

export function TermsPage({ texts }: { texts: LegalText[] }) {
  const { t } = useLingui();
  return (
    <LegalPage
      name="terms"
      title={t`Terms`}
      description={t`Terms of use of the two apps, the website and the service, and the data processing agreement.`}
      lead={
        <Trans>
          The agreement between you and us: one text for each app, one for the website and the service, and the data
          processing agreement.
        </Trans>
      }
      texts={texts}
    />
  );
}
