/** What the portal alone shows: what happened in sessions, the log of requests, sign-ins, and how callbacks arrive. */
import { MOST_LOOKED_AT } from '../../../server/requests/request.service.ts';
import { DAY, type Filling, idOf, now, ownerOf } from './filling.ts';

type Statements = [table: string, statement: string][];

export const portalRows = (filling: Filling): Statements => [
  ...eventRows(),
  ...requestRows(filling),
  ...signInRows(filling),
  ...healthRows(filling),
];

/** In the order of the key, which takes a fraction of the time. */
function eventRows(): Statements {
  const files = JSON.stringify(['sod', 'dg1', 'dg2', 'dg14'].map((file) => ({ file, bytes: 2_000, duration_ms: 400 })));
  const insert = 'insert into session_events (session_id, kind, at, files)';
  return [
    [
      'session_events',
      `${insert} select id, 'READ', ended, '${files}' from sessions where state in ('APPROVED', 'REJECTED') order by id`,
    ],
  ];
}

/** More than a page looks through, so that few sessions are not found faster because there is less to look through. */
const OWN_REQUESTS = 2 * MOST_LOOKED_AT;
/** One of so many calls asks for this operation. */
export const RARE = { operation: 'session.redact', one_in: 5_000 };

/** One call for each session, in the days for which they are kept, and those of the measured account. A hundredth was refused. */
function requestRows(filling: Filling): Statements {
  const { dialect, sessions, merchant_id, user_id } = filling;
  const { series, hex, whole } = dialect;
  const rows = (count: number, merchant: string, session: string, turns: string) => {
    const ms = `${(now() - 25 * DAY) * 1000} + ${whole(`n.i * ${((20 * DAY * 1000) / count).toFixed(6)}`)}`;
    const isRefused = 'n.i % 100 = 0';
    return `insert into api_requests (merchant_id, request_id, user_id, operation, status, code, duration_ms, session_id)
      select ${merchant}, 'req_' || ${hex(ms, 12)} || '${turns}' || ${hex('n.i', 9)}, ${user_id},
        case when n.i % ${RARE.one_in} = 0 then '${RARE.operation}' when n.i % 3 = 0 then 'session.create' else 'session.state' end,
        case when ${isRefused} then 404 else 200 end, case when ${isRefused} then 'not_found' end, 3, ${session}
      from ${series(count)} order by 1, 2`;
  };
  return [
    ['api_requests', rows(sessions, ownerOf(filling, 'n.i'), idOf('n.i'), '000')],
    ['calls of the measured account', rows(OWN_REQUESTS, String(merchant_id), whole('null'), '111')],
  ];
}

/** A page of devices at least. */
function signInRows({ dialect, sessions, user_id }: Filling): Statements {
  const { series, timestamp } = dialect;
  const count = Math.max(25, Math.ceil(sessions / 1000));
  const created = timestamp(`${now() - DAY} - n.i`);
  const agent = `'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'`;
  return [
    [
      'sign-ins of the measured account',
      `insert into credentials (id, user_id, created, expires, user_agent, last_used, proven, second_factor)
       select ${idOf(`1200000 + n.i`)}, ${user_id}, ${created}, ${timestamp(String(now() + 30 * DAY))}, ${agent}, ${created}, ${created}, 0
       from ${series(count)}`,
    ],
  ];
}

/** Days are counted for a week, for each host, with as many times as answers can have when they are rounded. */
function healthRows({ dialect, sessions, merchant_id }: Filling): Statements {
  const { series, timestamp } = dialect;
  const day = `substr(${timestamp(`${now()} - (n.i % 7) * ${DAY}`)}, 1, 10)`;
  const host = `'hooks-' || (n.i / 7 % 5) || '.example'`;
  const count = Math.ceil(sessions / 400);
  return [
    [
      'callback_days',
      `insert into callback_days (merchant_id, host, day, delivered, delivered_at_first, failed)
       select ${merchant_id}, ${host}, ${day}, ${count}, ${count}, ${count} from ${series(35)}`,
    ],
    [
      'callback_answer_times',
      `insert into callback_answer_times (merchant_id, host, day, ms, answers)
       select ${merchant_id}, ${host}, ${day}, 20 + 10 * (n.i / 35), ${count} from ${series(35 * 60)}`,
    ],
  ];
}
