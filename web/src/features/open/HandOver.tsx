import type { ReaderSession } from '@sigill/sdk/portal';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { lazyPart, thisDocument } from '../../api/later';
import { apps, storesOf } from '../../content/apps';
import { names } from '../../content/names';
import { packageAt, service } from '../../content/service';
import { Button, buttonClass } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { filled, useWords } from './words';

// Loaded only when shown, because phones do not need it and it is as large as the texts.
const QrCode = lazyPart(async () => (await import('../sessions/QrCode')).QrCode, { document: thisDocument });

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
      <Folded title={t.otherPhone}>
        <LinkCode />
      </Folded>
    </>
  );
}

const badge =
  'inline-flex min-h-11 items-center justify-center rounded-md border border-edge px-3 text-sm hover:border-ink hover:bg-raised';

export function OnAnotherDevice({ token }: { token: string | undefined }) {
  const { t } = useWords();
  return (
    <>
      <div className="space-y-4 rounded-md border border-hairline bg-raised p-6 text-center">
        <LinkCode />
        <div>
          <p className="font-medium">{t.scan}</p>
          <p className="text-sm text-muted">{t.follows}</p>
        </div>
      </div>
      <Folded title={t.atThisComputer}>
        <p className="text-sm text-muted">{t.atThisComputerHow}</p>
        <Command text={readingCommand(token)} />
      </Folded>
    </>
  );
}

/**
 * The command asks for the data printed on the document. The package for card readers is separate from the command line's, since few
 * people need it.
 */
const readingCommand = (token = '') =>
  `npx -p ${packageAt(names.cli_package)} -p pcsc-mini sigill read --base-url ${service.origin} --token ${token}`;

function Command({ text }: { text: string }) {
  const { t } = useWords();
  const [outcome, setOutcome] = useState<'copied' | 'copyByHand'>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('copyByHand'),
    );
  return (
    <div className="rounded-md border border-hairline bg-sunken">
      <code dir="ltr" className="block p-3 font-mono text-xs break-all select-all">
        {text}
      </code>
      <Button variant="quiet" size="small" onClick={copy} className="w-full">
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} className="size-4" />
        <span aria-live="polite">{t[outcome ?? 'copy']}</span>
      </Button>
    </div>
  );
}

function LinkCode() {
  const { t } = useWords();
  return (
    <div className="mx-auto aspect-square w-56 max-w-full">
      <Suspense fallback={<div className="size-full rounded-sm bg-scanned-paper" />}>
        <QrCode text={window.location.href} label={t.qr} className="size-full" />
      </Suspense>
    </div>
  );
}

/** What is folded is not rendered, so that a phone does not load a code that nobody sees. */
function Folded({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="border-y border-hairline">
      <summary className="flex min-h-12 list-none items-center justify-between gap-3 py-2 hover:text-accent">
        {title}
        <Icon name="chevron" className="chevron size-5 text-muted" />
      </summary>
      {isOpen && <div className="space-y-3 pt-1 pb-5">{children}</div>}
    </details>
  );
}
