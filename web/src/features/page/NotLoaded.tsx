import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { connection, useConnection } from '../../api/connection';
import { Button } from '../../ui/Button';

const pause_ms = 1000;

type Props = {
  /** Whether loading failed because the service was unreachable or busy. */
  temporary: boolean;
  retry: () => void;
};

/** Retries when the service can be reached again. */
export function NotLoaded({ temporary, retry }: Props) {
  const { t } = useLingui();
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => connection.onRecovery(() => latest.current()), []);
  useEffect(() => {
    // The service may already be back, in which case no event would trigger a retry.
    if (!temporary || connection.get().state !== 'fine') return;
    const timer = setTimeout(() => latest.current(), pause_ms);
    return () => clearTimeout(timer);
  }, [temporary]);
  return (
    <div role="status" className="text-muted">
      <p>
        <Why />
      </p>
      <Button variant="secondary" size="small" className="mt-3" onClick={retry}>{t`Try again`}</Button>
    </div>
  );
}

function Why() {
  const { state } = useConnection();
  if (state === 'offline') return <Trans>You’re offline. This will load when you reconnect.</Trans>;
  if (state === 'unreachable' || state === 'busy')
    return <Trans>We can’t reach the service. This will load as soon as we can.</Trans>;
  return <Trans>This could not be loaded.</Trans>;
}
