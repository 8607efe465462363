import { tryAgain, useMissing } from '../../api/later';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';

type Texts = { offline: string; missing: string; again: string };

/**
 * Says that a part of the page has not loaded. It stays at the lower edge of the window, and below the page at its end, so that it
 * covers and moves nothing.
 */
export function MissingNote({ offline, missing, again }: Texts) {
  const state = useMissing();
  if (!state) return null;
  return (
    <div role="alert" className="toast sticky bottom-0 z-40 border-t border-warning bg-raised print:hidden">
      <div className="page flex min-h-14 items-center gap-3 py-2 text-sm">
        <Icon name="warning" className="size-5 text-warning" />
        <p className="grow">{state === 'offline' ? offline : missing}</p>
        {state === 'missing' && (
          <Button variant="secondary" size="small" className="shrink-0" onClick={() => tryAgain()}>
            {again}
          </Button>
        )}
      </div>
    </div>
  );
}
