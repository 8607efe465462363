import { Plural, useLingui } from '@lingui/react/macro';
import type { FileRead, SessionEvent } from '@sigill/sdk/portal';
import type { ReactNode } from 'react';
import { useKnownUsers } from '../../api/whole-lists';
import { StateMark, type Tone } from '../../ui/Badge';
import { Time } from '../../ui/Time';
import { LocaleLink } from '../navigation/LocaleLink';
import { useStateWords } from '../sessions/session-states';

const tones: Partial<Record<SessionEvent['kind'], Tone>> = {
  STARTED: 'progress',
  READ: 'progress',
  CHIP_AUTHENTICATION: 'progress',
  APPROVED: 'good',
  REJECTED: 'bad',
  FAILED: 'warning',
};

export function SessionEvents({ events }: { events: SessionEvent[] }) {
  return (
    // The marks sit on the line, which ends with the last of them.
    <ol className="relative space-y-5 before:absolute before:inset-y-2 before:left-[5.5px] before:w-px before:bg-hairline">
      {events.map((event, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: events are only added at the end.
          key={index}
          className={`relative min-w-0 [&_p_svg]:bg-paper ${index === events.length - 1 ? 'bg-paper' : ''}`}
        >
          <p className="items-baseline justify-between gap-x-3 text-sm sm:flex">
            <Words event={event} />
            <span className="ml-5 block shrink-0 text-muted tabular-nums">
              <Time value={event.at} seconds />
            </span>
          </p>
          {event.files && <Files files={event.files} />}
        </li>
      ))}
    </ol>
  );
}

function Words({ event }: { event: SessionEvent }) {
  const { t } = useLingui();
  const states = useStateWords();
  const { kind, failure_code, user_id } = event;
  const words: Record<SessionEvent['kind'], ReactNode> = {
    ...states,
    OPENED: t`Link opened`,
    STARTED: t`Reading started`,
    CHIP_AUTHENTICATION: t`Chip authentication requested`,
    READ: t`Chip read`,
    CALLBACK_SENT: null,
    REDACTED: t`Identity data deleted`,
    VIEWED: t`Identity data viewed`,
    PROOF_ISSUED: t`Proof issued`,
    CALLBACK_RESENT: t`Callback resent`,
  };
  return (
    <StateMark tone={tones[kind] ?? 'neutral'}>
      <span className="whitespace-normal text-ink">
        {words[kind]}
        {user_id !== undefined && <Person id={user_id} />}
      </span>
      {failure_code && <code className="font-mono whitespace-normal wrap-anywhere">{failure_code}</code>}
    </StateMark>
  );
}

function Person({ id }: { id: number }) {
  const user = useKnownUsers().find((one) => one.id === id);
  return (
    <>
      {' · '}
      {user ? (
        <LocaleLink to={`/user/${id}`} className="link wrap-anywhere">
          {user.alias}
        </LocaleLink>
      ) : (
        <span className="font-mono text-xs text-muted">{id}</span>
      )}
    </>
  );
}

function Files({ files }: { files: FileRead[] }) {
  const { i18n } = useLingui();
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const longest = Math.max(1, ...files.map(({ duration_ms = 0 }) => duration_ms));
  const total_ms = files.reduce((sum, { duration_ms = 0 }) => sum + duration_ms, 0);
  const kilobytes = i18n.number(bytes / 1000, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 });
  const [time, unit] = total_ms < 1000 ? [total_ms, 'millisecond'] : [total_ms / 1000, 'second'];
  const duration = i18n.number(time, { style: 'unit', unit, maximumFractionDigits: 1 });
  return (
    <details className="mt-1 ml-5 text-sm">
      <summary className="cursor-pointer text-muted">
        <Plural value={files.length} one="# file" other="# files" />, {kilobytes}
        {total_ms > 0 && <>, {duration}</>}
      </summary>
      <ul className="mt-2 space-y-1">
        {files.map(({ file, bytes, duration_ms }) => (
          <li key={file} className="grid grid-cols-[3.5rem_1fr_auto] items-center gap-3 tabular-nums">
            <span translate="no" className="font-mono uppercase">
              {file}
            </span>
            <span aria-hidden="true" className="h-1 rounded-sm bg-hairline">
              <span
                className="block h-1 rounded-sm bg-accent"
                style={{ width: `${(100 * (duration_ms ?? 0)) / longest}%` }}
              />
            </span>
            <span className="text-muted">
              {i18n.number(bytes, { style: 'unit', unit: 'byte', unitDisplay: 'long' })}
              {duration_ms !== undefined && <>, {i18n.number(duration_ms, { style: 'unit', unit: 'millisecond' })}</>}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
