import { useLingui } from '@lingui/react/macro';
import { requestListOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { StateMark } from '../../ui/Badge';
import { Headings, Table, Td } from '../../ui/Table';
import { Time } from '../../ui/Time';
import { LocaleLink } from '../navigation/LocaleLink';

const MOST_REQUESTS = 10;

/** The requests from the account's backends that named or created the session. */
export function SessionRequests({ session_id }: { session_id: number }) {
  const { t } = useLingui();
  const { requests } = useSuspenseQuery(requestListOptions({ session_id, limit: MOST_REQUESTS })).data;
  if (requests.length === 0) return <p className="text-sm text-muted">{t`None are kept.`}</p>;
  return (
    <Table caption={t`API requests`} stacked="phone">
      <Headings names={[t`Operation`, t`Response`, { end: t`Time` }]} />
      <tbody>
        {requests.map(({ request_id, created, operation, status }) => (
          <tr key={request_id}>
            <Td className="wrap-anywhere">
              <LocaleLink to={`/request/${request_id}`} className="link font-mono">
                {operation}
              </LocaleLink>
            </Td>
            <Td>
              <StateMark tone={status < 400 ? 'good' : 'bad'}>{status}</StateMark>
            </Td>
            <Td className="whitespace-nowrap text-muted sm:text-right">
              <Time value={created} seconds />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
