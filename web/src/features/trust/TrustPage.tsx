import { Trans, useLingui } from '@lingui/react/macro';
import { Island } from '../islands/Island';
import { TextLink } from '../navigation/LocaleLink';
import { SitePage } from '../page/SitePage';
import { TrustOverview } from './TrustOverview';

export function TrustPage() {
  const { t } = useLingui();
  return (
    <SitePage
      name="trust"
      art="globe"
      title={t`Trust`}
      heading={<Trans>States whose documents we can verify</Trans>}
      description={t`The States whose passports and ID cards this service can verify today, and how old its certificate lists are.`}
      lead={
        <Trans>
          Verifying where a chip’s data comes from takes the State’s certificates. These are the ones we have; documents
          of other States are rejected. To see which documents have a chip, go to{' '}
          <TextLink to="/coverage">country coverage</TextLink>.
        </Trans>
      }
    >
      <Island name="trust">
        <TrustOverview />
      </Island>
      <noscript>
        <p className="mt-10 measure text-muted">
          <Trans>
            This page needs JavaScript to show the list. The call <code>trust.get</code> returns the same data.
          </Trans>
        </p>
      </noscript>
    </SitePage>
  );
}
