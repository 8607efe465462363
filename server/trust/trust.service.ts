/** The States whose documents this installation can verify. File and operator names stay internal. */
import { timestamp } from '../core/clock.ts';
import type { Context } from '../core/context.ts';
import { known } from '../core/known.ts';
import type { TrustedList, TrustedState, TrustOverview } from '../generated/operations.gen.ts';
import type { Trust } from './trust.ts';
import { masterLists } from './trust-age.ts';
import type { StateTrust } from './trust-states.ts';

export async function describeTrust({ deps }: Context): Promise<TrustOverview> {
  const { trust, clock, config } = deps;
  const now = timestamp(clock.now());
  const { states } = await trust.examination();
  const valid = states
    .map((state) => ({ ...state, anchors: state.anchors.filter(({ from, until }) => from <= now && now <= until) }))
    .filter(({ anchors }) => anchors.length > 0);
  return {
    as_of: now,
    specimens: config.mode === 'local',
    lists: listsOf(trust, valid),
    states: valid.flatMap((state) => stateOf(state, now)),
  };
}

function listsOf(trust: Trust, states: StateTrust[]): TrustedList[] {
  const anchors = Map.groupBy(
    states.flatMap(({ anchors }) => anchors),
    ({ source }) => source,
  );
  return masterLists(trust)
    .map(({ source, publisher, signed }) => ({
      ...(publisher && /^[A-Z]{2}$/.test(publisher) && { publisher }),
      ...known({ date: signed }),
      anchors: anchors.get(source)?.length ?? 0,
    }))
    .sort((a, b) => ((a.date ?? '') > (b.date ?? '') ? -1 : 1));
}

function stateOf({ country, anchors, lists }: StateTrust, now: string): TrustedState[] {
  if (country === undefined) return [];
  const list_date = anchors
    .flatMap(({ date }) => date ?? [])
    .sort()
    .at(-1);
  const newest = lists.toSorted((a, b) => (a.this_update < b.this_update ? -1 : 1)).at(-1);
  const { this_update, next_update } = newest ?? {};
  return [
    {
      country,
      anchors: anchors.length,
      ...known({ list_date }),
      ...(this_update && {
        revocations: { date: this_update.slice(0, 10), overdue: next_update !== undefined && next_update < now },
      }),
    },
  ];
}
