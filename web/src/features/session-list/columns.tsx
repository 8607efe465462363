import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { storage, useStored } from '../../storage/storage';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { SwitchField } from '../../ui/Field';

/** The columns that can be shown or hidden, in order. The session itself is always shown. */
export const columnNames = {
  created: msg`Created`,
  state: msg`State`,
  reason: msg`Reason`,
  country: msg`Country`,
  id: msg`Id`,
  link_id: msg`Reusable link`,
  ended: msg`Ended`,
  expires: msg`Expires`,
  redacted: msg`Identity data deleted`,
} satisfies Record<string, MessageDescriptor>;

export type Column = keyof typeof columnNames;

const all = Object.keys(columnNames) as Column[];
const USUAL: Column[] = ['created', 'state', 'reason', 'country'];
const key = 'session_columns';

export function useColumns(): Column[] {
  const text = useStored(key);
  return useMemo(() => {
    const stored = text?.split(',');
    return stored ? all.filter((column) => stored.includes(column)) : USUAL;
  }, [text]);
}

export function showColumns(names: readonly string[]): void {
  const next = all.filter((column) => names.includes(column));
  if (next.join() === USUAL.join()) storage.remove(key);
  else storage.set(key, next.join());
}

export function ChooseColumns() {
  const { t, i18n } = useLingui();
  const [open, setOpen] = useState(false);
  const shown = useColumns();
  const choose = (column: Column, on: boolean) =>
    showColumns(all.filter((other) => (other === column ? on : shown.includes(other))));
  return (
    <>
      <Button variant="secondary" size="small" className="max-sm:hidden" onClick={() => setOpen(true)}>
        {t`Columns`}
      </Button>
      {open && (
        <Dialog open onClose={() => setOpen(false)} title={t`Columns`}>
          <div className="space-y-3">
            {all.map((column) => (
              <SwitchField
                key={column}
                label={i18n._(columnNames[column])}
                checked={shown.includes(column)}
                onChange={({ target }) => choose(column, target.checked)}
              />
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}
