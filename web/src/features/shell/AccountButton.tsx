import { useLingui } from '@lingui/react/macro';
import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { loadLater } from '../../api/later';
import { Icon } from '../../ui/Icon';

type Menu = ComponentType<{ labelledBy: string; startAt: 'first' | 'last'; onClose: (returnFocus: boolean) => void }>;

/** Never called for visitors who are not signed in. */
const loadAccountMenu = async () => {
  const { AccountMenu, LoadedSummary } = await import('./AccountMenu');
  return { AccountMenu, LoadedSummary };
};

const id = 'account-button';

export function AccountButton() {
  const { t } = useLingui();
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<{ Menu: Menu; startAt: 'first' | 'last' }>();
  const show = (startAt: 'first' | 'last') =>
    loadLater(loadAccountMenu).then(({ AccountMenu }) => setOpen({ Menu: AccountMenu, startAt }));
  const close = (returnFocus: boolean) => {
    setOpen(undefined);
    if (returnFocus) button.current?.focus();
  };
  const isOpen = Boolean(open);
  useEffect(() => {
    if (!isOpen) return;
    const onOutside = ({ target }: Event) => {
      if (!(target instanceof Node && place.current?.contains(target))) setOpen(undefined);
    };
    const stop = new AbortController();
    for (const event of ['pointerdown', 'focusin'])
      document.addEventListener(event, onOutside, { signal: stop.signal });
    return () => stop.abort();
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    const startAt = ({ ArrowDown: 'first', ArrowUp: 'last' } as const)[event.key];
    if (!startAt || open) return;
    event.preventDefault();
    void show(startAt);
  };
  return (
    <div ref={place} className="relative max-lg:hidden">
      <button
        ref={button}
        id={id}
        type="button"
        aria-label={t`Account`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => (open ? close(true) : void show('first'))}
        onKeyDown={onKeyDown}
        onPointerEnter={() => void loadAccountMenu().catch(() => {})}
        className="flex h-10 items-center gap-1 rounded-md px-2 text-muted hover:text-ink aria-expanded:text-ink"
      >
        <Icon name="user" />
        <Icon name="chevron" className="size-3.5" />
      </button>
      {open && <open.Menu labelledBy={id} startAt={open.startAt} onClose={close} />}
    </div>
  );
}

export function DrawerAccount() {
  const [loaded, setLoaded] = useState<{ Summary: ComponentType }>();
  useEffect(() => {
    loadAccountMenu().then(
      ({ LoadedSummary }) => setLoaded({ Summary: LoadedSummary }),
      () => {},
    );
  }, []);
  return <div className="mb-6 min-h-24 text-sm">{loaded && <loaded.Summary />}</div>;
}
