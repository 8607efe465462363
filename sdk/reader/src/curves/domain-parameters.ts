import { curveGroup } from './curve-group.ts';
import { CURVES } from './curve-parameters.ts';
import { DH_GROUPS, dhGroup } from './dh-group.ts';
import type { Group } from './group.ts';

const groups = new Map<number, Group>();

/** The standardized domain parameters 0 to 18 (Doc 9303-11, 9.5.1). Undefined for a number that is reserved. */
export function domainParameters(id: number): Group | undefined {
  const known = groups.get(id);
  if (known) return known;
  const dh = DH_GROUPS.find((group) => group.id === id);
  const curve = CURVES.find((each) => each.id === id);
  const group = dh ? dhGroup(dh) : curve && curveGroup(curve);
  if (group) groups.set(id, group);
  return group;
}
