import { useLingui } from '@lingui/react/macro';
import { requestListOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { StateMark } from '../../ui/Badge';
import { Headings, Table, Td } from '../../ui/Table';
import { Time } from '../../ui/Time';
import { LocaleLink } from '../navigation/LocaleLink';

const MOST = 10;

export function LatestRequests({ filter }: { filter: { session_id: number } | { user_id: number } }) {
  const { t } = useLingui();
  const { requests, next_cursor } = useSuspenseQuery(requestListOptions({ ...filter, limit: MOST })).data;
  if (requests.length === 0)
    return (
      <p className="text-sm text-muted">
        {next_cursor ? t`No matching requests so far. Older ones may match.` : t`None are kept.`}
      </p>
    );
  return (
    <Table caption={t`API requests`} stacked>
      <Headings names={[t`Operation`, t`Response`, [t`Time`, 'text-right']]} />
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
