import { useLingui } from '@lingui/react/macro';
import type { VerificationSession } from '@sigill/sdk/portal';
import { callbackListOptions, sessionTimelineOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Time } from '../../ui/Time';
import { useStateWords } from '../sessions/session-states';
import { inUnits, type Step, type StepLook, type StepName, storyOf } from './session-story';

export function SessionStory({ session }: { session: VerificationSession }) {
  const { t } = useLingui();
  const { id } = session;
  const { events } = useSuspenseQuery(sessionTimelineOptions({ id })).data;
  const { callbacks } = useSuspenseQuery(callbackListOptions({ session_id: id })).data;
  const steps = storyOf({ state: session.state, events, callbacks });
  const words = useStepWords(session);
  return (
    <ol aria-label={t`Progress of the session`} className="sm:grid sm:grid-cols-5">
      {steps.map((step, index) => (
        <li key={step.name} className="relative flex gap-x-4 pb-5 sm:block">
          <Thread from={step} to={steps[index + 1]} />
          <Mark look={step.look} />
          <div className="min-w-0 py-1 pe-2">
            <p className={`text-sm font-medium ${tones[step.look]}`}>{words(step)}</p>
            <When step={step} first={steps[0]!.at} />
          </div>
        </li>
      ))}
    </ol>
  );
}

const tones: Record<StepLook, string> = {
  done: 'text-ink',
  next: 'text-ink',
  ahead: 'text-muted',
  missed: 'text-muted',
  warning: 'text-warning',
  bad: 'text-danger',
  ended: 'text-ink',
};

function useStepWords(session: VerificationSession) {
  const { t } = useLingui();
  const states = useStateWords();
  const expired = 'failure' in session && session.failure.code === 'session_expired';
  const usual: Record<StepName, string> = {
    created: t`Created`,
    opened: t`Opened`,
    read: t`Document read`,
    result: t`Result`,
    delivered: t`Delivered`,
  };
  const other: Partial<Record<`${StepName} ${StepLook}`, string>> = {
    'opened next': t`Waiting to be opened`,
    'opened missed': t`Not opened`,
    'read next': session.state === 'INITIATED' ? t`Reading` : t`Waiting to be read`,
    'read missed': t`Not read`,
    'result next': t`Verifying`,
    'delivered next': t`Delivering`,
    'delivered ahead': t`Delivery`,
    'delivered missed': t`No callback`,
    'delivered bad': t`Not delivered`,
  };
  return ({ name, look }: Step): string => {
    if (name === 'result' && look !== 'ahead' && look !== 'next') return expired ? t`Expired` : states[session.state];
    return other[`${name} ${look}`] ?? usual[name];
  };
}

function When({ step: { at, after_ms }, first = at }: { step: Step; first: string | undefined }) {
  const { i18n } = useLingui();
  // Reserves the space of the time, so that nothing moves when the step is reached.
  if (!at) return <p className="text-xs">&nbsp;</p>;
  const isFirst = after_ms === undefined;
  const sameDay = new Date(at).toDateString() === new Date(first ?? at).toDateString();
  const [value, unit] = inUnits(after_ms ?? 0);
  return (
    <p className="flex flex-wrap gap-x-2 text-xs text-muted tabular-nums">
      {!isFirst && (
        <span className="text-ink">
          +{i18n.number(value, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 })}
        </span>
      )}
      <Time value={at} seconds timeOnly={!isFirst && sameDay} />
    </p>
  );
}

function Thread({ from, to }: { from: Step; to: Step | undefined }) {
  if (!to) return null;
  const line = {
    strokeWidth: 1.5,
    ...(to.at && from.at ? { className: 'stroke-accent' } : { className: 'stroke-edge', strokeDasharray: '2 5' }),
  };
  return (
    <>
      <svg aria-hidden="true" height="24" className="absolute inset-x-0 top-0 w-full max-sm:hidden">
        <line x1="24" x2="100%" y1="12" y2="12" {...line} />
      </svg>
      <svg aria-hidden="true" className="absolute inset-y-0 left-0 h-full w-6 sm:hidden">
        <line x1="12" x2="12" y1="24" y2="100%" {...line} />
      </svg>
    </>
  );
}

const CHECK = 'M7.5 12.5l3 3 6-7';
const DASH = 'M8.5 12h7';

const drawings: Record<StepLook, { ring: string; glyph?: string }> = {
  done: { ring: 'fill-accent stroke-accent', glyph: CHECK },
  next: { ring: 'fill-paper stroke-accent' },
  ahead: { ring: 'fill-paper stroke-edge' },
  missed: { ring: 'fill-paper stroke-edge', glyph: DASH },
  warning: { ring: 'fill-paper stroke-warning', glyph: 'M12 7.5v5.5M12 16v.3' },
  bad: { ring: 'fill-paper stroke-danger', glyph: 'M8.5 8.5l7 7M15.5 8.5l-7 7' },
  ended: { ring: 'fill-paper stroke-muted', glyph: DASH },
};

function Mark({ look }: { look: StepLook }) {
  const { ring, glyph } = drawings[look];
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={`relative size-6 shrink-0 ${look === 'done' ? 'text-on-accent' : tones[look]}`}
      fill="none"
      strokeWidth="1.5"
    >
      <circle cx="12" cy="12" r="11.25" className={ring} />
      {look === 'next' && <circle cx="12" cy="12" r="4" className="fill-accent" />}
      {glyph && <path d={glyph} stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />}
    </svg>
  );
}
