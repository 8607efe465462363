import type { OverviewCountry } from '@sigill/sdk/portal';
import type { Shade } from '../world-map/Engraving';
import { WorldMap } from '../world-map/WorldMap';

/** The more documents, the denser the engraving: each step means four times as many, up to the maximum. */
export default function CountryMap({ countries }: { countries: OverviewCountry[] }) {
  const counts = countries.map(({ country, approved, rejected }) => [country, approved + rejected] as const);
  const most = Math.max(1, ...counts.map(([, count]) => count));
  const shadeOf = (count: number) => Math.max(1, 4 - Math.floor(Math.log(most / count) / Math.log(4))) as Shade;
  return <WorldMap shades={Object.fromEntries(counts.map(([country, count]) => [country, shadeOf(count)]))} />;
}
