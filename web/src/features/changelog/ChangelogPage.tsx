import { Trans, useLingui } from '@lingui/react/macro';
import { Blocks } from '../guides/Blocks';
import type { Document } from '../guides/document';
import { LocaleLink } from '../navigation/LocaleLink';
import { SitePage } from '../page/SitePage';

export function ChangelogPage({ document: { blocks } }: { document: Document }) {
  const { t } = useLingui();
  return (
    <SitePage
      name="/changelog"
      title={t`Changelog`}
      description={t`Changes to the API and the SDK, release by release, and what is coming next.`}
      lead={
        <Trans>
          Changes to the API and the SDK. Nothing is removed within v1. The{' '}
          <LocaleLink to="/api-reference" className="link">
            API reference
          </LocaleLink>{' '}
          shows what is available today.
        </Trans>
      }
    >
      <p className="mb-10 text-sm">
        <a href="/feed.xml" className="link">{t`Subscribe to the feed`}</a>
      </p>
      <Blocks blocks={blocks} lang="en" />
    </SitePage>
  );
}
