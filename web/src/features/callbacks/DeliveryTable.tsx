import { Trans, useLingui } from '@lingui/react/macro';
import type { EndpointDelivery } from '@sigill/sdk/portal';
import { attemptFailureIn } from '../../../../openapi/facts/attempt-failures';
import { StateMark } from '../../ui/Badge';
import { Headings, Table, Td } from '../../ui/Table';
import { Time } from '../../ui/Time';
import { SessionLink } from '../sessions/session-cells';
import { AttemptMark } from './AttemptTable';
import { callbackTones, useCallbackWords } from './callback-states';

/** The deliveries to one endpoint. */
export function DeliveryTable({ deliveries }: { deliveries: EndpointDelivery[] }) {
  const { t } = useLingui();
  const waits = deliveries.some(({ next_attempt }) => next_attempt);
  const next = waits ? [t`Next attempt`] : [];
  return (
    <Table caption={t`Recent deliveries`} stacked="tablet">
      <Headings
        names={[t`Created`, t`Event`, t`Delivery`, { end: t`Attempts` }, t`Last attempt`, ...next, t`Session`]}
      />
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
  const { t } = useLingui();
  const words = useCallbackWords();
  return (
    <tr>
      <Td className="max-xl:col-start-2 max-xl:row-start-1 max-xl:whitespace-nowrap">
        <Time value={event.created} seconds />
      </Td>
      <Td className="max-xl:col-span-2 max-xl:row-start-2">
        <span translate="no" className="block font-mono text-xs leading-6 whitespace-nowrap">
          {event.type}
        </span>
        <span translate="no" className="block font-mono text-xs wrap-anywhere text-muted">
          {event.id}
        </span>
      </Td>
      <Td className="max-xl:col-start-1 max-xl:row-start-1">
        <StateMark tone={callbackTones[state]}>{words[state]}</StateMark>
      </Td>
      <Td data-name={t`Attempts`} className="text-right max-xl:text-left">
        {attempts}
      </Td>
      <Td
        {...(last_attempt && { 'data-name': t`Last attempt` })}
        className={`max-xl:col-span-2 ${waits ? '' : 'xl:whitespace-nowrap'}`}
      >
        {last_attempt && <LastAttempt attempt={last_attempt} />}
      </Td>
      {waits && (
        <Td
          {...(next_attempt && { 'data-name': t`Next attempt` })}
          className={next_attempt ? 'max-xl:col-span-2' : 'max-xl:hidden!'}
        >
          {next_attempt && <Time value={next_attempt} seconds />}
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

function LastAttempt({ attempt }: { attempt: NonNullable<EndpointDelivery['last_attempt']> }) {
  const { i18n } = useLingui();
  const { created, status_code, error, duration_ms } = attempt;
  // A number and its unit stay on one line.
  const duration = i18n.number(duration_ms, { style: 'unit', unit: 'millisecond' }).replace(' ', '\u00a0');
  return (
    <>
      <AttemptMark status_code={status_code} />
      <span className="block text-muted">
        {error && <span className="block">{attemptFailureIn(i18n.locale, error)}</span>}
        <Trans>
          <Time value={created} seconds /> in {duration}
        </Trans>
      </span>
    </>
  );
}
