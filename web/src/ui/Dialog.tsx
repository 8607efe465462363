import { useLingui } from '@lingui/react/macro';
import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { Icon } from './Icon';

type Props = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
  wide?: boolean;
};

export function Dialog({ open, onClose, title, children, actions, wide = false }: Props) {
  const { t } = useLingui();
  const { id, ...modal } = useModal(open, onClose);
  return (
    <dialog
      {...modal}
      aria-labelledby={id}
      className={`dialog m-auto rounded-md border border-hairline bg-raised shadow-float ${wide ? 'max-h-[calc(100dvh-1rem)] w-[min(64rem,calc(100vw-1rem))] overflow-y-auto p-4 sm:p-6' : 'w-[min(34rem,calc(100vw-2rem))] p-6'}`}
    >
      <div className="mb-3 flex items-start justify-between gap-4">
        <h2 id={id} className="display pt-1 text-xl">
          {title}
        </h2>
        <CloseButton label={t`Close`} onClick={onClose} />
      </div>
      {children}
      {actions && <div className="mt-6 flex flex-wrap justify-end gap-3">{actions}</div>}
    </dialog>
  );
}

export function Drawer({ open, onClose, title, children }: Omit<Props, 'actions' | 'wide'>) {
  const { t } = useLingui();
  const { id, ...modal } = useModal(open, onClose);
  return (
    <dialog {...modal} aria-labelledby={id} className="drawer m-0 h-dvh w-full bg-paper">
      <div className="page flex min-h-full flex-col pb-8">
        <div className="flex h-18 items-center justify-between">
          <h2 id={id} className="caps">
            {title}
          </h2>
          <CloseButton label={t`Close menu`} onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
}

function useModal(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed in the cleanup of a layout effect, which runs while the dialog is still in the page. Later, closing it would not restore
  // the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    dialog.showModal();
    return () => dialog.close();
  }, [open]);
  return {
    ref,
    id,
    // Escape closes the dialog through the state, as buttons do, so that the page never considers a closed dialog open.
    onCancel(event: SyntheticEvent) {
      event.preventDefault();
      onClose();
    },
    // Handles closing that can't be prevented, such as a second Escape. Chromium fires this event a frame later, when the dialog
    // may be open again.
    onClose() {
      if (ref.current?.open === false) onClose();
    },
  };
}

const CloseButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className="-me-3 grid size-11 place-items-center rounded-md hover:text-accent"
  >
    <Icon name="close" />
  </button>
);
