import { useLingui } from '@lingui/react/macro';
import { requestListOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { BriefTime } from '../../ui/BriefTime';
import { Headings, Table, Td } from '../../ui/Table';
import { LocaleLink } from '../navigation/LocaleLink';
import { ResponseMark } from './RequestTable';

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
    <Table caption={t`API requests`} stacked className="dense">
      <Headings names={[t`Operation`, t`Response`, [t`Time`, 'text-right']]} />
      <tbody>
        {requests.map(({ request_id, created, operation, status, code }) => (
          <tr key={request_id}>
            <Td className="wrap-anywhere">
              <LocaleLink to={`/request/${request_id}`} data-row="" className="font-mono text-xs font-medium">
                {operation}
              </LocaleLink>
            </Td>
            <Td>
              <ResponseMark status={status} code={code} />
            </Td>
            <Td className="whitespace-nowrap text-muted sm:text-right">
              <BriefTime value={created} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
