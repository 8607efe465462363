import { useLingui } from '@lingui/react/macro';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { loadLater } from '../../api/later';
import { Icon } from '../../ui/Icon';
import { claimPaletteKey, isPaletteKey, releasePaletteKey } from '../palette/palette-key';

type Palette = ComponentType<{ onClose: () => void }>;

export function PaletteButton() {
  const { t } = useLingui();
  const [open, setOpen] = useState<{ Palette: Palette }>();
  const show = useCallback(
    () => loadLater(() => import('../palette/Palette')).then(({ Palette }) => setOpen({ Palette })),
    [],
  );
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isPaletteKey(event)) return;
      event.preventDefault();
      void show();
    };
    addEventListener('keydown', onKeyDown);
    if (claimPaletteKey()) void show();
    return () => {
      releasePaletteKey();
      removeEventListener('keydown', onKeyDown);
    };
  }, [show]);
  return (
    <>
      <button
        type="button"
        onClick={show}
        aria-label={t`Search`}
        aria-haspopup="dialog"
        data-opens="palette"
        aria-keyshortcuts="Control+K Meta+K"
        title="Ctrl K · ⌘K"
        className="grid size-10 place-items-center rounded-md text-muted hover:text-ink max-sm:hidden"
      >
        <Icon name="search" />
      </button>
      {open && <open.Palette onClose={() => setOpen(undefined)} />}
    </>
  );
}
