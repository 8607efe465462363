import { Trans, useLingui } from '@lingui/react/macro';
import { Blocks } from '../guides/Blocks';
import type { Document } from '../guides/document';
import { LocaleLink } from '../navigation/LocaleLink';
import { SitePage } from '../page/SitePage';

/** What has changed for integrators, release by release. */
export function ChangelogPage({ document: { blocks } }: { document: Document }) {
  const { t } = useLingui();
  return (
    <SitePage
      name="/changelog"
      title={t`Changelog`}
      description={t`What has changed in the API and the SDK, release by release, and what is coming with the next one.`}
      lead={
        <Trans>
          What has changed in the API and the SDK. Within v1 nothing is taken away; the{' '}
          <LocaleLink to="/api-reference" className="link">
            API reference
          </LocaleLink>{' '}
          shows what there is today.
        </Trans>
      }
    >
      <p className="mb-10 text-sm">
        <a href="/feed.xml" className="link">
          <Trans>Follow it as a feed</Trans>
        </a>
      </p>
      <Blocks blocks={blocks} lang="en" />
    </SitePage>
  );
}
