import { Trans } from '@lingui/react/macro';
import { facts } from '../../content/facts';
import { Icon } from '../../ui/Icon';

const look =
  'inline-flex min-h-12 items-center gap-2.5 rounded-md border border-edge px-4 text-sm hover:border-ink hover:bg-raised';

/** Links to the app in both stores, without the artwork of the stores. */
export function StoreBadges() {
  const { app_store, google_play } = facts.apps.identity;
  return (
    <p className="flex flex-wrap gap-3">
      <a href={app_store} rel="noopener noreferrer" className={look}>
        <Icon name="external" className="size-4 text-muted" />
        <Trans>App Store</Trans>
      </a>
      <a href={google_play} rel="noopener noreferrer" className={look}>
        <Icon name="external" className="size-4 text-muted" />
        <Trans>Google Play</Trans>
      </a>
    </p>
  );
}
