import { Trans, useLingui } from '@lingui/react/macro';
import type { EndpointDelivery } from '@sigill/sdk/portal';
import { attemptFailureIn } from '../../../../openapi/facts/attempt-failures';
import { StateMark } from '../../ui/Badge';
import { Headings, Table, Td } from '../../ui/Table';
import { Time } from '../../ui/Time';
import { SessionLink } from '../sessions/session-cells';
import { isSuccess } from './AttemptTable';
import { callbackTones, useCallbackWords } from './callback-states';

/** The deliveries to one endpoint. */
export function DeliveryTable({ deliveries }: { deliveries: EndpointDelivery[] }) {
  const { t } = useLingui();
  const waits = deliveries.some(({ next_attempt }) => next_attempt);
  const next = waits ? [t`Next attempt`] : [];
  return (
    <Table caption={t`Recent deliveries`} stacked="tablet">
      <Headings names={[t`Created`, t`Event`, t`Delivery`, t`Attempts`, ...next, t`Session`]} />
      <tbody>
        {deliveries.map((delivery) => (
          <Delivery key={delivery.event.id} waits={waits} {...delivery} />
        ))}
      </tbody>
    </Table>
  );
}

/** `waits` adds the column of the next attempt. */
type Props = EndpointDelivery & { waits: boolean };

function Delivery({ state, attempts, next_attempt, last_attempt, event, waits }: Props) {
  const { t, i18n } = useLingui();
  const words = useCallbackWords();
  return (
    <tr>
      <Td className="whitespace-nowrap max-xl:col-start-2 max-xl:row-start-1">
        <Time value={event.created} />
      </Td>
      <Td title={event.id} translate="no" className="font-mono text-xs leading-6 whitespace-nowrap max-xl:col-span-2">
        {event.type}
      </Td>
      <Td className="max-xl:col-start-1 max-xl:row-start-1">
        <StateMark tone={callbackTones[state]}>{words[state]}</StateMark>
      </Td>
      <Td
        data-name={t`Attempts`}
        title={last_attempt?.error && attemptFailureIn(i18n.locale, last_attempt.error)}
        className={`max-xl:col-span-2 xl:truncate ${waits ? 'max-w-56' : 'max-w-80'}`}
      >
        {attempts} {last_attempt && <LastAttempt attempt={last_attempt} since={event.created} />}
      </Td>
      {waits && (
        <Td
          {...(next_attempt && { 'data-name': t`Next attempt` })}
          className={next_attempt ? 'whitespace-nowrap max-xl:col-span-2' : 'max-xl:hidden!'}
        >
          {next_attempt && <NextAttempt at={next_attempt} since={event.created} />}
        </Td>
      )}
      <Td
        {...('id' in event.data && { 'data-name': t`Session` })}
        className={'id' in event.data ? 'max-xl:col-span-2' : 'max-xl:hidden!'}
      >
        {'id' in event.data && <SessionLink id={event.data.id} />}
      </Td>
    </tr>
  );
}

/** The time of day or, on another day than the event, the date. */
function NextAttempt({ at, since }: { at: string; since: string }) {
  const sameDay = isSameDay(at, since);
  return <Time value={at} timeOnly={sameDay} dateOnly={!sameDay} />;
}

type AttemptProps = { attempt: NonNullable<EndpointDelivery['last_attempt']>; since: string };

/** The response, or why there was none, and when: with the date only if it is not that of the event. */
function LastAttempt({ attempt, since }: AttemptProps) {
  const { t, i18n } = useLingui();
  const { created, status_code, error = '', duration_ms } = attempt;
  // A number and its unit stay on one line.
  const duration = i18n.number(duration_ms, { style: 'unit', unit: 'millisecond' }).replace(' ', '\u00a0');
  return (
    <>
      {'· '}
      <StateMark tone={isSuccess(status_code) ? 'good' : 'bad'}>
        <span className="max-xl:whitespace-normal">
          {status_code ?? (attemptFailureIn(i18n.locale, error) || t`No response`)}
        </span>
      </StateMark>{' '}
      <span className="text-muted">
        <Trans>
          <Time value={created} timeOnly={isSameDay(created, since)} seconds /> in {duration}
        </Trans>
      </span>
    </>
  );
}

const isSameDay = (one: string, other: string) => new Date(one).toDateString() === new Date(other).toDateString();
