import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { CallbackAttempt, CallbackDelivery, SessionEvent, VerificationSession } from '@sigill/sdk/portal';
import { sessionTimelineOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../api/later';
import { StateMark } from '../../ui/Badge';
import { Icon } from '../../ui/Icon';
import { Skeleton } from '../../ui/Skeleton';
import { Time } from '../../ui/Time';
import { callbackTones, useCallbackWords } from '../callbacks/callback-states';
import { ResendButton, useResend } from '../callbacks/ResendCallback';
import { isEnd } from '../demo/follow-session';
import { ProblemAlert } from '../forms/ProblemAlert';
import { LocaleLink, TextLink } from '../navigation/LocaleLink';
import { useStateWords } from '../sessions/session-states';
import { useLiveCallbacks } from './use-live-session';

// Loaded on demand, because few people open it.
const AttemptTable = lazyPart(async () => (await import('../callbacks/AttemptTable')).AttemptTable);

/** The height of the line of a callback, and of the link below all of them. */
const LINE_PX = 61;
const LINK_PX = 42;

/** The most callbacks that a session may still cause: when it is started, read, and ended. */
const MOST = 3;

/** Reserves space for the callbacks of a session that has not ended, so that nothing moves when they arrive. */
export function SessionCallbacks({ session }: { session: VerificationSession }) {
  const { t } = useLingui();
  const session_id = session.id;
  const callbacks = useLiveCallbacks(session_id);
  const [wasOpen] = useState(() => !isEnd(session.state) && session.callback_url !== undefined);
  const { events } = useSuspenseQuery(sessionTimelineOptions({ id: session_id })).data;
  return (
    <div style={wasOpen ? { minHeight: MOST * LINE_PX + LINK_PX } : undefined}>
      {callbacks.length === 0 ? (
        <p className="text-sm text-muted">{t`No callbacks sent.`}</p>
      ) : (
        <>
          <ul aria-label={t`Callbacks`} className="divide-y divide-hairline border-y border-hairline">
            {callbacks.toReversed().map((callback) => (
              <Callback key={callback.id} callback={callback} attempts={attemptsOf(callback.id, events)} />
            ))}
          </ul>
          <LocaleLink to={`/callbacks?session_id=${session_id}`} className="link mt-4 inline-block text-sm">
            {t`All callbacks for this session`}
          </LocaleLink>
        </>
      )}
    </div>
  );
}

const attemptsOf = (id: string, events: SessionEvent[]): CallbackAttempt[] =>
  events.flatMap(({ at, callback }) => {
    if (callback?.id !== id) return [];
    const { number, duration_ms, status_code } = callback;
    return { number, created: at, duration_ms, ...(status_code !== undefined && { status_code }) };
  });

function Callback({ callback, attempts }: { callback: CallbackDelivery; attempts: CallbackAttempt[] }) {
  const { t } = useLingui();
  const words = useCallbackWords();
  const states = useStateWords();
  const resend = useResend(callback.id);
  const [isOpen, setOpen] = useState(false);
  const { id, session_state, state, url, next_attempt } = callback;
  return (
    <li className="space-y-3 py-3">
      <div className="flex items-start justify-between gap-x-4">
        <details className="group min-w-0 grow" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="flex min-h-9 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 text-sm hover:text-accent">
            <Icon name="chevron" className="size-4 transition-transform group-open:rotate-180" />
            <span className="font-medium text-ink">{states[session_state]}</span>
            <StateMark tone={callbackTones[state]}>{words[state]}</StateMark>
            <span className="text-muted">
              <Plural value={callback.attempts} one="# attempt" other="# attempts" />
              {next_attempt && (
                <>
                  {' · '}
                  <Trans>
                    next <Time value={next_attempt} timeOnly />
                  </Trans>
                </>
              )}
            </span>
          </summary>
          <div className="mt-3 space-y-3 text-sm">
            <p className="font-mono text-xs wrap-anywhere text-muted">{url}</p>
            {isOpen && attempts.length > 0 && (
              <Suspense fallback={<Skeleton lines={2} />}>
                <AttemptTable attempts={attempts} />
              </Suspense>
            )}
            <p>
              <TextLink to={`/callback/${id}`}>{t`Request and signature`}</TextLink>
            </p>
          </div>
        </details>
        {state === 'FAILED' && <ResendButton resend={resend} id={id} size="small" />}
      </div>
      <ProblemAlert error={resend.error} />
    </li>
  );
}
