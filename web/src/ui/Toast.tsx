import { useLingui } from '@lingui/react/macro';
import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react';
import { Button } from './Button';
import { Icon } from './Icon';

type Toast = { id: number; text: ReactNode; action?: { label: string; run: () => void } };
type Show = (text: ReactNode, action?: Toast['action']) => void;

const Context = createContext<Show>(() => {});

/** Shows that something succeeded, and may offer to undo it. Never the only place where an error is shown. */
export const useToast = (): Show => use(Context);

const shown_ms = 6000;

type Props = {
  /** Content that stays below the messages while it is mounted. */
  lasting?: ReactNode;
  children: ReactNode;
};

export function ToastProvider({ lasting, children }: Props) {
  const { t } = useLingui();
  const [toasts, setToasts] = useState<Toast[]>([]);
  const last = useRef(0);
  const close = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  const show = useCallback<Show>(
    (text, action) => {
      const id = ++last.current;
      setToasts((all) => [...all.slice(-2), { id, text, action }]);
      setTimeout(() => close(id), shown_ms);
    },
    [close],
  );
  return (
    <Context value={show}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-4 bottom-4 z-40 flex flex-col items-center gap-2 print:hidden"
      >
        {toasts.map(({ id, text, action }) => (
          <div
            key={id}
            className="toast pointer-events-auto flex max-w-full items-center gap-3 rounded-md border border-hairline bg-raised py-2 pe-2 ps-4 text-sm shadow-float"
          >
            {text}
            {action && (
              <Button
                variant="quiet"
                size="small"
                onClick={() => {
                  action.run();
                  close(id);
                }}
              >
                {action.label}
              </Button>
            )}
            <button
              type="button"
              aria-label={t`Close`}
              onClick={() => close(id)}
              className="grid size-8 place-items-center text-muted hover:text-ink"
            >
              <Icon name="close" className="size-4" />
            </button>
          </div>
        ))}
        {lasting}
      </div>
    </Context>
  );
}
