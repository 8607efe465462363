import { certificateCountry, type TrustSource, type TrustStore } from '@sigill/emrtd';
import { known } from '../core/known.ts';

export interface StateTrust {
  /** Absent if the certificates name no country. */
  country?: string;
  /** The validity period of each trust anchor, and the day on which its list was signed. */
  anchors: { from: string; until: string; source: string; date?: string }[];
  lists: RevocationState[];
}

interface RevocationState {
  source: string;
  issuer: string;
  this_update: string;
  next_update?: string;
  revoked: number;
}

/** Ordered by code. Verifies every certificate, which takes a moment. */
export function statesOf(store: TrustStore, sources: TrustSource[]): StateTrust[] {
  const dates = new Map(sources.map(({ name, date }) => [name, date]));
  const anchors = store
    .review()
    .filter(({ refused }) => refused === undefined)
    .map(({ source, certificate: { subject, not_before, not_after } }) => {
      const date = dates.get(source);
      const anchor = { from: not_before.toISOString(), until: not_after.toISOString(), source, ...known({ date }) };
      return { country: countryOf(subject.country), anchor };
    });
  const lists = store
    .revocationLists()
    .filter(({ issuers }) => issuers.length > 0)
    .map(({ source, list: { issuer, this_update, next_update, size } }) => ({
      country: countryOf(issuer.country),
      list: {
        source,
        issuer: issuer.text,
        this_update: this_update.toISOString(),
        ...known({ next_update: next_update?.toISOString() }),
        revoked: size,
      },
    }));
  const listsOf = Map.groupBy(lists, ({ country }) => country);
  return [...Map.groupBy(anchors, ({ country }) => country)]
    .map(([country, group]) => ({
      ...known({ country }),
      anchors: group.map(({ anchor }) => anchor),
      lists: (listsOf.get(country) ?? []).map(({ list }) => list),
    }))
    .sort((a, b) => ((a.country ?? '~') < (b.country ?? '~') ? -1 : 1));
}

export const countryOf = (named: string | undefined) =>
  named === undefined ? undefined : certificateCountry(named.trim());
