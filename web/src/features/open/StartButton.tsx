import { useState } from 'react';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { useWords } from './words';

type Props = { disabled: boolean; message: string | undefined; onStart: () => Promise<void> };

/** Stays busy until the next page replaces this one. */
export function StartButton({ disabled, message, onStart }: Props) {
  const { t } = useWords();
  const [busy, setBusy] = useState(false);
  const press = () => {
    setBusy(true);
    onStart().catch(() => setBusy(false));
  };
  return (
    <div className="space-y-4 rounded-md border border-hairline bg-raised p-5">
      <Button loading={busy} disabled={disabled} onClick={press} className="brand-button min-h-14 w-full text-lg">
        {t.start}
      </Button>
      <p className="text-sm text-muted">{t.startText}</p>
      <p role="alert" className="flex gap-2 text-sm text-warning empty:hidden">
        {message && (
          <>
            <Icon name="warning" className="mt-0.5 size-5" />
            <span>{message}</span>
          </>
        )}
      </p>
    </div>
  );
}
