import type { ReaderSession } from '@sigill/sdk/portal';
import { apps, storesOf } from '../../content/apps';
import { buttonClass } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { LinkCode } from './LinkCode';
import { filled, useWords } from './words';

/** Opens the app, with a link to install it. */
export function OnThisPhone({ session }: { session: ReaderSession }) {
  const { t } = useWords();
  const { name } = apps.identity;
  const stores = storesOf(apps.identity);
  return (
    <>
      <a href={session.app_link} className={`${buttonClass()} brand-button min-h-14 w-full`}>
        <Icon name="nfc" className="mirrored size-5" />
        <span>{filled(t.openApp, { app: name })}</span>
      </a>
      <div className="space-y-3">
        <p className="text-sm text-muted">{stores.length > 0 ? t.notInstalled : filled(t.inNoStore, { app: name })}</p>
        <p className="grid grid-cols-2 gap-3 empty:hidden" dir="ltr">
          {stores.map(({ store, url }) => (
            <a key={store} href={url} rel="noopener noreferrer" className={badge}>
              {store}
            </a>
          ))}
        </p>
      </div>
      <details className="border-y border-hairline">
        <summary className="flex min-h-12 list-none items-center justify-between gap-3 py-2 hover:text-accent">
          {t.otherPhone}
          <Icon name="chevron" className="chevron size-5 text-muted" />
        </summary>
        <div className="pb-5">
          <LinkCode />
        </div>
      </details>
    </>
  );
}

const badge =
  'inline-flex min-h-11 items-center justify-center rounded-md border border-edge px-3 text-sm hover:border-ink hover:bg-raised';
