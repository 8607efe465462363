import { useLingui } from '@lingui/react/macro';
import { problemOf } from '../../api/problem';
import { StateMark } from '../../ui/Badge';
import { stateTones } from '../sessions/session-states';
import type { LogLine } from './use-demo';

export function EventLog({ lines }: { lines: LogLine[] }) {
  const { t, i18n } = useLingui();
  return (
    <div
      role="log"
      aria-label={t`Event log`}
      className="divide-y divide-hairline rounded-md border border-hairline bg-raised"
    >
      {lines.length === 0 && <p className="p-4 text-sm text-muted">{t`Creating a session…`}</p>}
      {lines.map(({ at, call, state, data, error }) => (
        <div key={at + call} className="flex flex-wrap gap-x-6 px-4 py-3">
          <time dateTime={at} title={at} className="font-mono text-xs leading-6 text-muted">
            {i18n.date(at, {
              hour: '2-digit',
              minute: '2-digit',
              second: '2-digit',
              fractionalSecondDigits: 3,
              hourCycle: 'h23',
            })}
          </time>
          <span className="leading-6">
            {state ? (
              <StateMark tone={stateTones[state]}>
                <code className="font-mono">{state}</code>
              </StateMark>
            ) : (
              <StateMark tone="warning">{t`No response`}</StateMark>
            )}
          </span>
          <code className="font-mono text-xs leading-6 text-muted">{call}</code>
          <div className="w-full min-w-0 not-empty:mt-1">
            {data && (
              <pre
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard.
                tabIndex={0}
                className="max-h-96 overflow-auto font-mono text-xs leading-5 break-all whitespace-pre-wrap"
              >
                {JSON.stringify(data, null, 2)}
              </pre>
            )}
            {error !== undefined && <p className="text-sm">{problemOf(error).text}</p>}
          </div>
        </div>
      ))}
    </div>
  );
}
