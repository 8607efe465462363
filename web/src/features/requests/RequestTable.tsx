import { useLingui } from '@lingui/react/macro';
import type { ApiRequest } from '@sigill/sdk/portal';
import type { ComponentProps } from 'react';
import { StateMark } from '../../ui/Badge';
import { Breakable } from '../../ui/Breakable';
import { DayRows } from '../../ui/DayRows';
import { Headings, Table, Td } from '../../ui/Table';
import { Time } from '../../ui/Time';
import { LocaleLink } from '../navigation/LocaleLink';
import { SessionLink } from '../sessions/session-cells';

const NOT_FOUND = 404;
const FIRST_REFUSAL = 400;
const FIRST_FAILURE = 500;

export function RequestTable({ requests, names }: { requests: ApiRequest[]; names: ReadonlyMap<number, string> }) {
  const { t, i18n } = useLingui();
  const headings: ComponentProps<typeof Headings>['names'] = [
    t`Time`,
    t`Operation`,
    t`Response`,
    t`Session`,
    [t`API key`, 'least'],
    [t`Duration`, 'text-right'],
  ];
  return (
    <Table caption={t`Requests`} stacked className="dense log">
      <Headings names={headings} />
      <DayRows rows={requests} columns={headings.length}>
        {({ request_id, created, operation, status, code, duration_ms, session_id, user_id }) => (
          <tr key={request_id}>
            <Td className="whitespace-nowrap text-muted">
              <Time value={created} timeOnly seconds />
            </Td>
            <Td>
              <LocaleLink to={`/request/${request_id}`} data-row="" className="font-mono text-xs font-medium">
                <Breakable code={operation} />
              </LocaleLink>
            </Td>
            <Td>
              <ResponseMark status={status} code={code} />
            </Td>
            <Td className="text-xs">{session_id && <NamedSession id={session_id} status={status} />}</Td>
            <Td className="least text-xs text-muted">
              <span title={names.get(user_id)} className="block max-w-24 truncate xl:max-w-40">
                {names.get(user_id) ?? t`Deleted key`}
              </span>
            </Td>
            <Td className="text-right whitespace-nowrap">
              {i18n.number(duration_ms, { style: 'unit', unit: 'millisecond' })}
            </Td>
          </tr>
        )}
      </DayRows>
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

/** If the response was 404, there is no page to link to. */
export const NamedSession = ({ id, status }: { id: number; status: number }) =>
  status === NOT_FOUND ? <span className="font-mono">{id}</span> : <SessionLink id={id} />;
