import { PublicCallError, readerAbort } from '@sigill/sdk/public';
import { useId, useRef, useState } from 'react';
import { Button } from '../../ui/Button';
import { useWords } from './words';

/** Asks for confirmation, because a cancelled link can't be used again. The focus starts on the button that changes nothing. */
export function Cancel({ token, onCancelled }: { token: string; onCancelled: () => void }) {
  const { t } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const means = useId();
  const [outcome, setOutcome] = useState<'asked' | 'refused'>();
  const cancel = async () => {
    setOutcome('asked');
    try {
      await readerAbort({ token });
      dialog.current?.close();
      onCancelled();
    } catch (error) {
      // The session has already ended, and the page will show its result.
      if (error instanceof PublicCallError && error.code === 'session_not_open') dialog.current?.close();
      setOutcome('refused');
    }
  };
  return (
    <>
      <p className="text-center">
        <Button variant="quiet" onClick={() => dialog.current?.showModal()}>
          {t.cancel}
        </Button>
      </p>
      <dialog
        ref={dialog}
        aria-labelledby={title}
        aria-describedby={means}
        onClose={() => setOutcome(undefined)}
        className="dialog m-auto w-[min(27rem,calc(100vw-2rem))] rounded-md border border-hairline bg-raised p-6 shadow-float"
      >
        <h2 id={title} className="display text-xl">
          {t.cancelAsk}
        </h2>
        <p id={means} className="mt-2 text-muted">
          {t.cancelMeans}
        </p>
        {outcome === 'refused' && (
          <p role="alert" className="mt-3 text-danger">
            {t.cancelFailed}
          </p>
        )}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={() => dialog.current?.close()}>
            {t.cancelNo}
          </Button>
          <Button variant="danger" loading={outcome === 'asked'} onClick={() => void cancel()}>
            {t.cancelYes}
          </Button>
        </div>
      </dialog>
    </>
  );
}
