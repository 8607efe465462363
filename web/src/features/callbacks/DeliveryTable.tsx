import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { EndpointDelivery } from '@sigill/sdk/portal';
import { attemptFailureIn } from '../../../../openapi/facts/attempt-failures';
import { StateMark } from '../../ui/Badge';
import { BriefTime } from '../../ui/BriefTime';
import { Headings, Table, Td } from '../../ui/Table';
import { Time } from '../../ui/Time';
import { SessionLink } from '../sessions/session-cells';
import { isSuccess } from './AttemptTable';
import { callbackTones, useCallbackWords } from './callback-states';

export function DeliveryTable({ deliveries }: { deliveries: EndpointDelivery[] }) {
  const { t } = useLingui();
  return (
    <Table caption={t`Recent deliveries`} stacked>
      <Headings names={[t`Event`, t`Delivery`, t`Attempts`, t`Session`]} />
      <tbody>
        {deliveries.map((delivery) => (
          <Delivery key={delivery.event.id} {...delivery} />
        ))}
      </tbody>
    </Table>
  );
}

function Delivery({ state, attempts, next_attempt, last_attempt, event }: EndpointDelivery) {
  const { t } = useLingui();
  const words = useCallbackWords();
  return (
    <tr>
      <Td className="whitespace-nowrap">
        <span title={event.id} translate="no" className="block font-mono text-xs leading-6">
          {event.type}
        </span>
        <span className="text-muted">
          <BriefTime value={event.created} />
        </span>
      </Td>
      <Td className="whitespace-nowrap">
        <StateMark tone={callbackTones[state]}>{words[state]}</StateMark>
        {next_attempt && (
          <span className="block text-muted">
            <Trans>
              next <NextAttempt at={next_attempt} since={event.created} />
            </Trans>
          </span>
        )}
      </Td>
      <Td className="max-w-80 max-sm:col-span-2">
        {last_attempt && <LastResponse attempt={last_attempt} />}{' '}
        <span className="block text-muted">
          <Plural value={attempts} one="# attempt" other="# attempts" />
          {last_attempt && <LastTime attempt={last_attempt} since={event.created} />}
        </span>
      </Td>
      <Td
        {...('id' in event.data && { 'data-name': t`Session` })}
        className={'id' in event.data ? 'max-sm:col-span-2' : 'max-sm:hidden!'}
      >
        {'id' in event.data && <SessionLink id={event.data.id} />}
      </Td>
    </tr>
  );
}

function NextAttempt({ at, since }: { at: string; since: string }) {
  const sameDay = isSameDay(at, since);
  return <Time value={at} timeOnly={sameDay} dateOnly={!sameDay} />;
}

type Attempt = NonNullable<EndpointDelivery['last_attempt']>;

function LastResponse({ attempt: { status_code, error = '' } }: { attempt: Attempt }) {
  const { t, i18n } = useLingui();
  return (
    <StateMark tone={isSuccess(status_code) ? 'good' : 'bad'}>
      <span className="whitespace-normal">
        {status_code ?? (attemptFailureIn(i18n.locale, error) || t`No response`)}
      </span>
    </StateMark>
  );
}

function LastTime({ attempt: { created, duration_ms }, since }: { attempt: Attempt; since: string }) {
  const { i18n } = useLingui();
  const duration = i18n.number(duration_ms, { style: 'unit', unit: 'millisecond' }).replace(' ', '\u00a0');
  return (
    <>
      {' · '}
      <Trans>
        <Time value={created} timeOnly={isSameDay(created, since)} seconds /> in {duration}
      </Trans>
    </>
  );
}

const isSameDay = (one: string, other: string) => new Date(one).toDateString() === new Date(other).toDateString();
