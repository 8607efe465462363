import type { Shade } from '../world-map/WorldMap';
import { type Country, countries } from './countries';

/** The levels of the coverage map: how many documents are read, and whether their origin can be proven. */
function shadeOf({ passport, national_id, trust_anchor }: Country): Shade {
  if (!passport && !national_id) return 0;
  if (!trust_anchor) return 1;
  return passport && national_id ? 4 : 2;
}

export const coverageShades: Record<string, Shade> = Object.fromEntries(
  countries.map((country) => [country.code, shadeOf(country)]),
);

export const countOf = (shade: Shade): number =>
  Object.values(coverageShades).filter((value) => value === shade).length;
