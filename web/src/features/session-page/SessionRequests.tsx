import { Trans, useLingui } from '@lingui/react/macro';
import { requestListOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { StateMark } from '../../ui/Badge';
import { Table, Td, Th } from '../../ui/Table';
import { Time } from '../../ui/Time';

const MOST = 10;

/** The calls of the account's backends that named the session, or made it. */
export function SessionRequests({ session_id }: { session_id: number }) {
  const { t } = useLingui();
  const { requests } = useSuspenseQuery(requestListOptions({ session_id, limit: MOST })).data;
  if (requests.length === 0)
    return (
      <p className="text-sm text-muted">
        <Trans>None in the last 30 days.</Trans>
      </p>
    );
  return (
    <Table caption={t`API requests`} stacked="phone">
      <thead>
        <tr>
          <Th>
            <Trans>Call</Trans>
          </Th>
          <Th>
            <Trans>Answer</Trans>
          </Th>
          <Th>
            <Trans>Time</Trans>
          </Th>
        </tr>
      </thead>
      <tbody>
        {requests.map(({ request_id, created, operation, status }) => (
          <tr key={request_id}>
            <Td className="font-mono wrap-anywhere" title={request_id}>
              {operation}
            </Td>
            <Td>
              <StateMark tone={status < 400 ? 'good' : 'bad'}>{status}</StateMark>
            </Td>
            <Td className="whitespace-nowrap text-muted">
              <Time value={created} seconds />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
