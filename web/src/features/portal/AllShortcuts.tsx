import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { portalPages, settingsPage } from '../../content/portal-map';
import { Dialog } from '../../ui/Dialog';
import { SwitchField } from '../../ui/Field';
import { mayOpen } from '../app/may-open';
import { turnShortcuts, useShortcutsOn } from './shortcut-keys';

export function AllShortcuts({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui();
  const on = useShortcutsOn();
  return (
    <Dialog open onClose={onClose} title={<Trans>Keyboard shortcuts</Trans>}>
      <div className={on ? '' : 'opacity-70'}>
        <Keys name={<Trans>Everywhere</Trans>}>
          <Row keys={['/']}>{t`Search`}</Row>
          <Row keys={['f']}>{t`Find in this list`}</Row>
          <Row keys={['c']}>{t`Create a new item`}</Row>
          <Row keys={['j', 'k']}>{t`Next, previous session`}</Row>
          <Row keys={['?']}>{t`Show these shortcuts`}</Row>
        </Keys>
        <Keys name={<Trans>Go to</Trans>}>
          {[...portalPages, settingsPage]
            .filter(({ path }) => mayOpen(path))
            .map(({ path, title, letter }) => (
              <Row key={path} keys={['g', letter]}>
                {i18n._(title)}
              </Row>
            ))}
        </Keys>
      </div>
      <SwitchField
        label={t`Single-key shortcuts`}
        hint={t`They are off while you type in a field. Turn them off if you use voice control.`}
        checked={on}
        onChange={({ target }) => turnShortcuts(target.checked)}
      />
    </Dialog>
  );
}

const Keys = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div className="mb-6">
    <h3 className="caps mb-1">{name}</h3>
    <dl className="gap-x-8 text-sm sm:columns-2">{children}</dl>
  </div>
);

const Row = ({ keys, children }: { keys: string[]; children: ReactNode }) => (
  <div className="flex min-h-9 items-center justify-between gap-4 border-b border-hairline break-inside-avoid">
    <dt>{children}</dt>
    <dd className="flex gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="grid min-w-6 place-items-center rounded-sm border border-edge bg-paper px-1.5 font-mono text-xs"
        >
          {key}
        </kbd>
      ))}
    </dd>
  </div>
);
