import { useLingui } from '@lingui/react/macro';
import { Alert } from '../../ui/Alert';
import { Island } from '../islands/Island';
import { NearestPages } from './NearestPages';
import { SitePage } from './SitePage';

/** The page for unknown paths, with the pages that may have been meant. */
export function BrokenLink() {
  const { t } = useLingui();
  return (
    <SitePage name="broken-link" title={t`Broken link`}>
      <div className="measure space-y-8">
        <Alert>{t`Broken link — the page could not be found.`}</Alert>
        <Island name="nearest-pages">
          <NearestPages />
        </Island>
      </div>
    </SitePage>
  );
}
