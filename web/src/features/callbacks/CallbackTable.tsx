import { useLingui } from '@lingui/react/macro';
import type { CallbackAttempt, CallbackDelivery } from '@sigill/sdk/portal';
import { attemptFailureIn } from '../../../../openapi/facts/attempt-failures';
import { StateMark } from '../../ui/Badge';
import { Headings, Table, Td } from '../../ui/Table';
import { Time } from '../../ui/Time';
import { TextLink } from '../navigation/LocaleLink';
import { SessionLink } from '../sessions/session-cells';
import { useStateWords } from '../sessions/session-states';
import { callbackTones, useCallbackWords } from './callback-states';

type Props = {
  callbacks: CallbackDelivery[];
  caption: string;
};

export function CallbackTable({ callbacks, caption }: Props) {
  const { t } = useLingui();
  const words = useCallbackWords();
  const sessionWords = useStateWords();
  return (
    <Table caption={caption} stacked="tablet">
      <Headings names={[t`Created`, t`Event`, t`Delivery`, { end: t`Attempts` }, t`Session`, t`Sent to`]} />
      <tbody>
        {callbacks.map(({ id, created, session_state, state, attempts, session_id, url }) => (
          <tr key={id}>
            <Td className="whitespace-nowrap max-xl:col-start-2 max-xl:row-start-1">
              <TextLink to={`/callback/${id}`}>
                <Time value={created} />
              </TextLink>
            </Td>
            <Td className="max-xl:col-start-1 max-xl:row-start-3">{sessionWords[session_state]}</Td>
            <Td className="max-xl:col-start-1 max-xl:row-start-1">
              <StateMark tone={callbackTones[state]}>{words[state]}</StateMark>
            </Td>
            <Td data-name={t`Attempts`} className="text-right max-xl:col-start-2 max-xl:row-start-3">
              {attempts}
            </Td>
            <Td className="max-xl:col-span-2 max-xl:row-start-2">
              <SessionLink id={session_id} />
            </Td>
            <Td title={url} className="max-w-72 truncate font-mono text-xs leading-6 max-xl:col-span-2">
              {url}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export function AttemptTable({ attempts }: { attempts: CallbackAttempt[] }) {
  const { t, i18n } = useLingui();
  return (
    <Table caption={t`Attempts`} stacked="phone">
      <Headings names={[{ end: t`No.` }, t`Sent`, t`Response`, { end: t`Duration` }]} />
      <tbody>
        {attempts.map(({ number, created, status_code, error, duration_ms }) => (
          <tr key={number}>
            <Td className="text-right max-sm:hidden!">{number}</Td>
            <Td className="whitespace-nowrap">
              <Time value={created} seconds />
            </Td>
            <Td className="max-sm:col-span-2">
              <AttemptMark status_code={status_code} />
              {error && <span className="block text-muted">{attemptFailureIn(i18n.locale, error)}</span>}
            </Td>
            <Td className="text-right whitespace-nowrap max-sm:col-start-2 max-sm:row-start-1 max-sm:text-muted">
              {i18n.number(duration_ms, { style: 'unit', unit: 'millisecond' })}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export function AttemptMark({ status_code }: { status_code: number | undefined }) {
  const { t } = useLingui();
  return <StateMark tone={isSuccess(status_code) ? 'good' : 'bad'}>{status_code ?? t`No response`}</StateMark>;
}

export const isSuccess = (status: number | undefined) => status !== undefined && status >= 200 && status < 300;
