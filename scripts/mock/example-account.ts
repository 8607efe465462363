/** The account of the contract's examples: each item of a list with what the example of its `get` says of it. */
import type { OperationId, SigningSecret } from '../../server/generated/operations.gen.ts';
import { failureOf } from '../../server/sessions/session/session-failure.ts';
import { treeOf } from '../contract/tree.ts';
import type { Account, Lists } from './accounts.ts';
import { idOf, listNames } from './by-name.ts';
import type { Examples } from './examples.ts';
import { newSession, type Session } from './sessions.ts';

const DAY_MS = 86_400_000;

/** The examples are read once: from then on a new account of them can be made at any time. */
export async function readExampleAccount(
  examples: Examples,
  { public_url, now }: { public_url: string; now: () => Date },
): Promise<() => Account> {
  const lists: Record<string, unknown> = {};
  for (const [resource, name] of listNames) lists[name] = await itemsOf(examples, resource, name);
  const { days, today } = await examples.success('dashboard.usage');
  const example = {
    merchant: await examples.success('merchant.self'),
    billing: await examples.success('billing.self', 'active'),
    signing: (await examples.success('callback.secret')) as SigningSecret,
    lists: {
      ...(lists as unknown as Lists),
      sessions: (lists['sessions'] as Session[]).map((session) => ofExample(session, public_url)),
    },
  };
  return () => ({
    ...structuredClone(example),
    usage: days.map((day) => ({ ...day, date: shifted(day.date, { from: today, to: now() }) })),
    events: [],
    passwords: new Map(),
  });
}

/** As many days before `to` as the day is before `from`, so that the examples are always recent. */
const shifted = (day: string, { from, to }: { from: string; to: Date }) =>
  new Date(Date.parse(day) + Math.floor(to.getTime() / DAY_MS) * DAY_MS - Date.parse(from)).toISOString().slice(0, 10);

async function itemsOf(examples: Examples, resource: string, name: string): Promise<object[]> {
  const list = treeOf(await examples.success(`${resource}.list` as OperationId))[name] as Record<string, unknown>[];
  const single = `${resource}.get` as OperationId;
  if (!examples.has(single)) return list;
  const details = await Promise.all(
    (examples.names(single).get(200) ?? []).map((example) => examples.success(single, example)),
  );
  return list.map((item) => ({ ...item, ...details.find((detail) => idOf(treeOf(detail)) === idOf(item)) }));
}

/** Sessions of the examples have ended long ago, and nobody holds their tokens. */
const ofExample = (session: Session, public_url: string): Session => ({
  ...newSession({}, { token: '', expires: session.expires, now: session.created }),
  ...session,
  ...(session.failure_code && {
    failure: failureOf({ code: session.failure_code, locale: session.locale }, { public_url }),
  }),
  outcome: { state: session.state === 'FAILED' ? 'FAILED' : 'APPROVED' },
});
