import { Trans, useLingui } from '@lingui/react/macro';
import { Island } from '../islands/Island';
import { LocaleLink } from '../navigation/LocaleLink';
import { SitePage } from '../page/SitePage';
import { TrustOverview } from './TrustOverview';

/** Which States' documents this installation can verify, and how current that information is. */
export function TrustPage() {
  const { t } = useLingui();
  return (
    <SitePage
      name="trust"
      art="globe"
      title={t`Trust`}
      heading={<Trans>Whose documents can be verified here</Trans>}
      description={t`The States whose passports and ID cards this service can verify today, and how old its lists of their certificates are.`}
      lead={
        <Trans>
          A chip proves where its data comes from only to somebody who knows the certificates of the State. These are
          known here. Which documents have a chip at all is in the{' '}
          <LocaleLink to="/coverage" className="link">
            country coverage
          </LocaleLink>
          .
        </Trans>
      }
    >
      <Island name="trust">
        <TrustOverview />
      </Island>
      <noscript>
        <p className="mt-10 measure text-muted">
          <Trans>
            The list itself is asked for by a script. Without one, the call <code>trust.get</code> answers the same.
          </Trans>
        </p>
      </noscript>
    </SitePage>
  );
}
