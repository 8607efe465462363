import { Trans, useLingui } from '@lingui/react/macro';
import { Alert } from '../../ui/Alert';
import { Island } from '../islands/Island';
import { NearestPages } from './NearestPages';
import { Page } from './Page';

/** Any unknown path, with the pages that were perhaps meant. */
export function BrokenLink() {
  const { t } = useLingui();
  return (
    <Page name="broken-link" title={t`Broken link`}>
      <div className="max-w-prose space-y-8">
        <Alert>
          <Trans>Broken link — the page could not be found.</Trans>
        </Alert>
        <Island name="nearest-pages">
          <NearestPages />
        </Island>
      </div>
    </Page>
  );
}
