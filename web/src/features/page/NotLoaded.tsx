import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { connection, useConnection } from '../../api/connection';
import { Button } from '../../ui/Button';

const pause_ms = 1000;

type Props = {
  /** Whether it failed because the service was unreachable or busy. */
  temporary: boolean;
  retry: () => void;
  className?: string;
};

/**
 * Says in place of the content that it could not be loaded, and why if that is known. Retries automatically when the service can be
 * reached again.
 */
export function NotLoaded({ temporary, retry, className = '' }: Props) {
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => connection.onRecovery(() => latest.current()), []);
  useEffect(() => {
    // The service may already be back, in which case no event would say so.
    if (!temporary || connection.get().state !== 'fine') return;
    const timer = setTimeout(() => latest.current(), pause_ms);
    return () => clearTimeout(timer);
  }, [temporary]);
  return (
    <div role="status" className={`text-muted ${className}`}>
      <p>
        <Why />
      </p>
      <Button variant="secondary" size="small" className="mt-3" onClick={retry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

function Why() {
  const { state } = useConnection();
  if (state === 'offline') return <Trans>You are offline. This is loaded as soon as the connection is back.</Trans>;
  if (state === 'unreachable' || state === 'busy')
    return <Trans>The service cannot be reached at the moment. This is loaded as soon as it can.</Trans>;
  return <Trans>This could not be loaded.</Trans>;
}
