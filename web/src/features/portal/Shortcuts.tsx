import { useLingui } from '@lingui/react/macro';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { loadLater } from '../../api/later';
import { localeOf, withLocale } from '../../i18n/locale';
import { useNavigation } from '../navigation/navigation-context';
import { followShortcuts, useShortcutsOn } from './shortcut-keys';

type All = ComponentType<{ onClose: () => void }>;

/** The shortcuts work as long as this button is mounted. */
export function Shortcuts({ className }: { className: string }) {
  const { t } = useLingui();
  const { go } = useNavigation();
  const on = useShortcutsOn();
  const [open, setOpen] = useState<{ All: All }>();
  const show = useCallback(
    () => loadLater(() => import('./AllShortcuts')).then(({ AllShortcuts }) => setOpen({ All: AllShortcuts })),
    [],
  );
  useEffect(() => {
    if (!on) return;
    return followShortcuts({
      goTo: (path) => go(withLocale(path, localeOf(location.pathname))),
      showAll: () => void show(),
    });
  }, [on, go, show]);
  return (
    <>
      <button type="button" onClick={show} aria-haspopup="dialog" className={className}>{t`Keyboard shortcuts`}</button>
      {open && <open.All onClose={() => setOpen(undefined)} />}
    </>
  );
}
