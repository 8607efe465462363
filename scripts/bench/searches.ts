/** `npm run bench -- searches`: clients search and count in a large account while a probe of another account calls `session.state`. */
import { resolve } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Database, openDatabase } from '../../server/database/database.ts';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { atMost, inRounds, machine, median, pairedRatios, quantile, root, say, table } from './measure.ts';
import { type Send, withLoad } from './processes.ts';
import { basic, bearer, createApi, jobFor, newService, serviceKind, signUp, startService } from './service.ts';

const CLIENTS = 4;
const REQUESTS = 120;
const PROBES = 200;
const PROBE_PAUSE_MS = 5;
/** How much slower the p95 of a state may be beside the clients. */
const SLOWER_GOAL = 3;

const CALLS: { title: string; operation: OperationId; body: object }[] = [
  { title: 'session.list, finds nothing', operation: 'session.list', body: { search: 'nowhere' } },
  {
    title: 'session.count of a year',
    operation: 'session.count',
    body: { created_from: '2025-01-01T00:00:00Z', created_to: '2026-01-01T00:00:00Z' },
  },
];

interface Options {
  rounds: number;
  scale: number;
  /** How many the account has. */
  sessions: number;
  /** The folder of another version of the project, to be measured in the same rounds. */
  before: string | undefined;
}

export async function searches({ rounds, scale, sessions, before }: Options): Promise<string> {
  const folders = before === undefined ? [root] : [root, resolve(before)];
  const versions = await Promise.all(folders.map((folder) => startVersion(folder, sessions)));
  const rows: (string | number)[][] = [];
  try {
    await withLoad((search) =>
      withLoad(async (probe) => {
        for (const call of CALLS) {
          say(`${call.title} …`);
          const samples = await inRounds(versions, { rounds, warm_up: 1 }, (version) =>
            measureRound(version, call, Math.ceil(REQUESTS * scale), { search, probe }),
          );
          const [now, earlier] = versions.map((version) => samples.get(version)!);
          const row = (title: string, part: keyof Sample, goal?: number) => {
            const [value, other] = [now!, earlier].map((all) => all?.map((sample) => sample[part]));
            const goals = goal === undefined ? '' : atMost(goal, median(value!));
            const compared = other ? [median(other), median(pairedRatios(value!, other))] : [];
            rows.push([`${call.title}: ${title}`, median(value!), goals, ...compared]);
          };
          row('p50 of session.state, loaded by idle', 'slower_p50');
          row('p95 of session.state, loaded by idle', 'slower_p95', SLOWER_GOAL);
          row('searches per second', 'per_second');
        }
      }),
    );
  } finally {
    for (const { server, service } of versions) {
      await server.stop();
      service.remove();
    }
  }
  const kinds = folders.map((folder) => serviceKind(folder)).join('; before: ');
  const head = before === undefined ? 'searches | | goal' : 'searches | | goal | before | by before';
  return `${machine()}\n${kinds}; ${CLIENTS} clients, ${sessions} sessions; medians of ${rounds} rounds\n\n${table(head, rows)}`;
}

type Version = Awaited<ReturnType<typeof startVersion>>;

async function startVersion(folder: string, sessions: number) {
  const service = newService();
  const server = await startService(service, folder, { isScheduled: true });
  const api = createApi(server.base);
  const [large, other] = [await signUp(api, service), await signUp(api, service)];
  const { id: template } = await api('session.create', { reference: 'first' }, { authorization: basic(large.key) });
  const { id } = await api('session.create', {}, { authorization: basic(other.key) });
  const { db, close } = openDatabase({ file: service.database_file });
  // An access token expires after 15 minutes, which is too soon here.
  await db.updateTable('tokens').set({ expires: '9999-01-01T00:00:00.000Z' }).where('kind', '=', 'ACCESS').execute();
  await copy(db, template, sessions).finally(close);
  return { service, server, large, other, id };
}

async function copy(db: Kysely<Database>, template: number, count: number): Promise<void> {
  const found = await db.selectFrom('sessions').selectAll().where('id', '=', template).executeTakeFirstOrThrow();
  const changed = ['id', 'reference', 'state', 'created', 'ended'];
  const same = sql.join(Object.keys(found).flatMap((name) => (changed.includes(name) ? [] : [sql.ref(name)])));
  const time = sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${Date.UTC(2025, 0, 1) / 1000} + i * 300, 'unixepoch')`;
  await sql`insert into sessions (id, reference, state, created, ended, ${same})
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    select ${template} + i, 'order-' || (i * 7919 % 1000003), case i % 5 when 0 then 'REJECTED' else 'APPROVED' end,
      ${time}, ${time}, ${same} from n cross join sessions where id = ${template}`.execute(db);
}

type Sample = Awaited<ReturnType<typeof measureRound>>;

async function measureRound(
  { server, large, other, id }: Version,
  { operation, body }: (typeof CALLS)[number],
  requests: number,
  { search, probe }: { search: Send; probe: Send },
) {
  const states = async (count: number) =>
    (
      await probe(
        jobFor(server, 'session.state', basic(other.key), [{ id }], { requests: count, pause_ms: PROBE_PAUSE_MS }),
      )
    ).latencies_ms;
  const idle = await states(PROBES);
  let isOver = false;
  const work = search(
    jobFor(server, operation, bearer(large.access_token), [body], { requests, connections: CLIENTS }),
  ).finally(() => {
    isOver = true;
  });
  const loaded: number[] = [];
  while (!isOver) loaded.push(...(await states(10)));
  const { wall_ms } = await work;
  const slower = (share: number) => quantile(loaded, share) / quantile(idle, share);
  return { slower_p50: slower(0.5), slower_p95: slower(0.95), per_second: (requests / wall_ms) * 1000 };
}
