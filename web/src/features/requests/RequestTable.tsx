import { useLingui } from '@lingui/react/macro';
import type { ApiRequest } from '@sigill/sdk/portal';
import { StateMark } from '../../ui/Badge';
import { Breakable } from '../../ui/Breakable';
import { Headings, Table, Td } from '../../ui/Table';
import { Time } from '../../ui/Time';
import { LocaleLink } from '../navigation/LocaleLink';
import { SessionLink } from '../sessions/session-cells';

const NOT_FOUND = 404;
const FIRST_REFUSAL = 400;
const FIRST_FAILURE = 500;

export function RequestTable({ requests, names }: { requests: ApiRequest[]; names: ReadonlyMap<number, string> }) {
  const { t, i18n } = useLingui();
  return (
    <Table caption={t`Requests`} stacked="phone">
      <Headings
        names={[
          t`Operation`,
          t`Response`,
          t`Session`,
          [t`API key`, 'sm:max-xl:hidden'],
          [t`Duration`, 'text-right'],
          [t`Time`, 'text-right'],
        ]}
      />
      <tbody>
        {requests.map(({ request_id, created, operation, status, code, duration_ms, session_id, user_id }) => (
          <tr key={request_id}>
            <Td className="max-sm:col-span-2 max-sm:col-start-1 max-sm:row-start-1">
              <LocaleLink to={`/request/${request_id}`} className="link font-mono">
                {operation}
              </LocaleLink>
            </Td>
            <Td className="max-sm:col-start-1 max-sm:row-start-2">
              <ResponseMark status={status} code={code} />
            </Td>
            <Td
              data-name={session_id && t`Session`}
              className={session_id ? 'max-sm:col-span-2 max-sm:row-start-3' : 'max-sm:hidden!'}
            >
              {session_id && <NamedSession id={session_id} status={status} />}
            </Td>
            <Td className="max-w-48 truncate text-muted max-sm:col-span-2 max-sm:col-start-1 sm:max-xl:hidden">
              {names.get(user_id) ?? t`Deleted key`}
            </Td>
            <Td className="text-right whitespace-nowrap max-sm:col-start-2 max-sm:row-start-1">
              {i18n.number(duration_ms, { style: 'unit', unit: 'millisecond' })}
            </Td>
            <Td className="text-right whitespace-nowrap max-sm:col-start-2 max-sm:row-start-2">
              <Time value={created} seconds />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export function ResponseMark({ status, code }: Pick<ApiRequest, 'status' | 'code'>) {
  const tone = status >= FIRST_FAILURE ? 'bad' : status >= FIRST_REFUSAL ? 'warning' : 'good';
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-3">
      <StateMark tone={tone}>{status}</StateMark>
      {code && (
        <span className="font-mono text-xs">
          <Breakable code={code} />
        </span>
      )}
    </span>
  );
}

/** The session that a request named. If the response was 404, there is no page to link to. */
export const NamedSession = ({ id, status }: { id: number; status: number }) =>
  status === NOT_FOUND ? <span className="font-mono">{id}</span> : <SessionLink id={id} />;
