import { Trans, useLingui } from '@lingui/react/macro';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { type Connection, connection, useConnection } from '../../api/connection';
import { useMissing } from '../../api/later';
import { queryClient } from '../../api/query-client';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { ToastProvider } from '../../ui/Toast';
import { FreshProof } from '../security/FreshProof';

export function AppLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider lasting={<ConnectionNote />}>
        <Outlet />
        <FreshProof />
      </ToastProvider>
    </QueryClientProvider>
  );
}

const back_ms = 4000;

/** The person decides when to reload, because a form may be half filled in. */
function ConnectionNote() {
  const { t } = useLingui();
  const current = useConnection();
  const isBack = useIsBack();
  const isPartMissing = useServedWithoutPart();
  const sentences: Record<Exclude<Connection['state'], 'fine'>, string> = {
    slow: t`This is taking longer than usual.`,
    offline: t`You’re offline. The rest of the page loads when you reconnect.`,
    unreachable: t`We can’t reach the service. Retrying…`,
    busy: t`The service is busy. Retrying automatically.`,
  };
  if (current.state !== 'fine')
    return (
      <Note>
        {sentences[current.state]} {'again' in current && <Countdown until={current.again} />}
      </Note>
    );
  const reload = (
    <Button size="small" className="pointer-events-auto" onClick={() => location.reload()}>{t`Reload`}</Button>
  );
  if (isPartMissing) return <Note action={reload}>{t`Part of this page could not be loaded.`}</Note>;
  return isBack && <Note good>{t`You’re connected again.`}</Note>;
}

/** Whether the service responds, but something that this page needs could not be loaded. */
function useServedWithoutPart(): boolean {
  const missing = useMissing();
  const [isServed, setServed] = useState(false);
  useEffect(() => {
    if (missing) void connection.ask().then(() => setServed(connection.get().state === 'fine'));
    else setServed(false);
  }, [missing]);
  return missing !== undefined && isServed;
}

const Note = ({ good = false, action, children }: { good?: boolean; action?: ReactNode; children: ReactNode }) => (
  <div
    data-connection
    className={`toast flex max-w-full items-center gap-3 rounded-md border bg-raised px-4 py-2.5 text-sm shadow-float ${good ? 'border-accent' : 'border-warning'}`}
  >
    <Icon name={good ? 'check' : 'warning'} className={`size-4 ${good ? 'text-accent' : 'text-warning'}`} />
    <p>{children}</p>
    {action}
  </div>
);

/** The seconds left. Screen readers don't announce them, because the sentence before already says what happens. */
function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((until - now) / 1000);
  return seconds > 0 ? (
    <span aria-hidden="true" className="whitespace-nowrap text-muted tabular-nums">
      <Trans>Next attempt in {seconds} s.</Trans>
    </span>
  ) : null;
}

function useIsBack(): boolean {
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = connection.onRecovery(() => {
      setBack(true);
      clearTimeout(timer);
      timer = setTimeout(() => setBack(false), back_ms);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return isBack;
}
