import { useLingui } from '@lingui/react/macro';
import type { CallbackAttempt } from '@sigill/sdk/portal';
import { attemptFailureIn } from '../../../../openapi/facts/attempt-failures';
import { StateMark } from '../../ui/Badge';
import { Headings, Table, Td } from '../../ui/Table';
import { Time } from '../../ui/Time';

export function AttemptTable({ attempts }: { attempts: CallbackAttempt[] }) {
  const { t, i18n } = useLingui();
  return (
    <Table caption={t`Attempts`} stacked>
      <Headings names={[[t`No.`, 'text-right'], t`Sent`, t`Response`, [t`Duration`, 'text-right']]} />
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
