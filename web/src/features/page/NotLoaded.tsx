import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { connection, useConnection } from '../../api/connection';
import { Button } from '../../ui/Button';

/**
 * Says in the place of the content that it could not be loaded, and why where that is known. It is tried again by itself when the
 * service can be reached again.
 */
export function NotLoaded({ retry, className = '' }: { retry: () => void; className?: string }) {
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => connection.onRecovery(() => latest.current()), []);
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
