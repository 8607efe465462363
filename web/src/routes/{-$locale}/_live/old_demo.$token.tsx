import { useLingui } from '@lingui/react/macro';
import type { SessionState } from '@sigill/sdk/portal';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { part } from '../../../features/loading/part';
import { ButtonLink } from '../../../features/navigation/LocaleLink';
import { SitePage } from '../../../features/page/SitePage';
import { stateTones } from '../../../features/sessions/session-states';
import { Alert } from '../../../ui/Alert';
import { StateMark } from '../../../ui/Badge';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';

export const Route = createFileRoute('/{-$locale}/_live/old_demo/$token')({ component: Session });

function Session() {
  const { token } = Route.useParams();
  return <Followed key={token} token={token} />;
}

type Event = { at: string; state: SessionState };

function Followed({ token }: { token: string }) {
  const { t } = useLingui();
  const { session, events, broken } = useWebClient(token);
  return (
    <SitePage
      name="old_demo"
      title={t`Demo of the web client script`}
      description={t`The older way to integrate: a script in your page opens the session and follows its state.`}
    >
      <div className="flex flex-wrap gap-4">
        <Button onClick={() => session?.open()} disabled={!session} className="max-sm:grow">
          {t`Open session`}
          <Icon name="external" className="size-4" />
        </Button>
        <ButtonLink to="/old_demo" variant="secondary" className="max-sm:grow">
          <Icon name="replay" className="size-4" />
          {t`Start over`}
        </ButtonLink>
      </div>
      {broken && <Alert className="mt-8 measure">{t`The web client script could not be loaded.`}</Alert>}
      <h2 className="display mt-12 mb-4 text-xl">{t`Event log`}</h2>
      <Log events={events} />
    </SitePage>
  );
}

function Log({ events }: { events: Event[] }) {
  const { t, i18n } = useLingui();
  const waiting = t`Waiting for the session to be completed`;
  const completed = t`Session completed`;
  const messages: Record<SessionState, string> = {
    CREATED: waiting,
    INITIATED: waiting,
    FAILED: t`Session failed`,
    ABORTED: t`Session aborted`,
    COMPLETED: completed,
    REJECTED: completed,
    APPROVED: completed,
  };
  return (
    <div
      role="log"
      aria-label={t`Event log`}
      className="min-h-14 divide-y divide-hairline rounded-md border border-hairline bg-raised"
    >
      {events.map(({ at, state }) => (
        <div key={at} className="grid gap-x-6 px-4 py-3 sm:grid-cols-[7rem_9rem_1fr]">
          <time dateTime={at} className="font-mono text-xs leading-6 text-muted">
            {i18n.date(at, { timeStyle: 'medium' })}
          </time>
          <StateMark tone={stateTones[state]}>
            <code className="font-mono">{state}</code>
          </StateMark>
          <span>{messages[state]}</span>
        </div>
      ))}
    </div>
  );
}

function useWebClient(token: string) {
  const { data: client, isError: broken } = useQuery(part('web client script', loadWebClient));
  const [session, setSession] = useState<ReturnType<WebClient['session']>>();
  const [events, setEvents] = useState<Event[]>([]);
  useEffect(() => {
    if (!client) return;
    const opened = client.session(token);
    opened.onstate = (state) => setEvents((events) => [...events, { at: new Date().toISOString(), state }]);
    setSession(opened);
    return () => {
      opened.close();
      setEvents([]);
    };
  }, [client, token]);
  return { session, events, broken };
}

type WebClient = {
  session: (token: string) => {
    open: (options?: { redirect_url?: string }) => void;
    close: () => void;
    onstate?: (state: SessionState) => void;
  };
};

declare global {
  interface Window {
    SigillWeb?: WebClient;
  }
}

/** Loads the script by its address, as a customer's page would. */
function loadWebClient(): Promise<WebClient> {
  return new Promise((resolve, reject) => {
    if (window.SigillWeb) return resolve(window.SigillWeb);
    const script = document.createElement('script');
    script.src = '/web-client.js';
    script.onload = () => (window.SigillWeb ? resolve(window.SigillWeb) : reject(new Error('The script did not run.')));
    script.onerror = () => reject(new Error('The script could not be loaded.'));
    document.head.append(script);
  });
}
