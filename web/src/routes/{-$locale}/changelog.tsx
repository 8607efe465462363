import { Trans, useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import changelog from '../../../../sdk/client/CHANGELOG.md';
import { Blocks } from '../../features/guides/Blocks';
import { TextLink } from '../../features/navigation/LocaleLink';
import { SitePage } from '../../features/page/SitePage';

export const Route = createFileRoute('/{-$locale}/changelog')({ component: Changelog });

function Changelog() {
  const { t } = useLingui();
  return (
    <SitePage
      name="/changelog"
      title={t`Changelog`}
      description={t`Changes to the API and the SDK, release by release, and what is coming next.`}
      lead={
        <Trans>
          Changes to the API and the SDK. Nothing is removed within v1. The{' '}
          <TextLink to="/api-reference">API reference</TextLink> shows what is available today.
        </Trans>
      }
    >
      <p className="mb-10 text-sm">
        <a href="/feed.xml" className="link">{t`Subscribe to the feed`}</a>
      </p>
      <Blocks blocks={changelog.blocks} lang="en" />
    </SitePage>
  );
}
