/**
 * Collects changes, each once. The comparison walks a graph from operations to bodies to components. A change is recorded at the
 * place where it was found; at the end, the operations that use that place are looked up.
 */
import type { Pointer } from '../contract/tree.ts';

export const verdicts = ['none', 'patch', 'minor', 'major'] as const;
export type Verdict = (typeof verdicts)[number];

export interface Cause {
  verdict: 'minor' | 'major';
  /** What changed, as the start of a sentence. Two causes with the same text are one. */
  what: string;
  /** The effect on the code that calls us. */
  consequences: string[];
  /** The calls and callbacks affected; none when the change concerns the contract as a whole. */
  operations: string[];
  side: 'before' | 'after';
  pointer: Pointer;
}

export interface Found {
  verdict: Cause['verdict'];
  what: string;
  consequence?: string;
  /** Set when the place is in the released file, because the thing was removed. */
  side?: Cause['side'];
  pointer: Pointer;
}

/** The changes found at one place, and the places that refer to it. */
export class Finding {
  readonly causes: Found[] = [];
  readonly parents = new Set<Finding>();
  /** The call or callback, if this place is one. */
  readonly operation: string | undefined;

  constructor(operation?: string) {
    this.operation = operation;
  }

  add(found: Found): void {
    this.causes.push(found);
  }
}

export const worse = <V extends Verdict>(a: V, b: V): V => (verdicts.indexOf(a) < verdicts.indexOf(b) ? b : a);

export function gather(findings: Iterable<Finding>): Cause[] {
  const causes = new Map<string, Cause>();
  for (const finding of findings)
    if (finding.causes.length > 0) {
      const operations = operationsAbove(finding);
      for (const found of finding.causes) join(causes, found, operations);
    }
  return [...causes.values()].toSorted((a, b) => verdicts.indexOf(b.verdict) - verdicts.indexOf(a.verdict));
}

function join(causes: Map<string, Cause>, found: Found, operations: string[]): void {
  const { what, verdict, consequence, side = 'after', pointer } = found;
  const cause = causes.get(what) ?? { verdict, what, consequences: [], operations: [], side, pointer };
  causes.set(what, cause);
  // A value that is both sent and read may break in only one direction. Then only that direction is reported.
  if (worse(cause.verdict, verdict) !== cause.verdict) cause.consequences = [];
  cause.verdict = worse(cause.verdict, verdict);
  if (consequence && verdict === cause.verdict && !cause.consequences.includes(consequence))
    cause.consequences.push(consequence);
  cause.operations = [...new Set([...cause.operations, ...operations])];
}

function operationsAbove(finding: Finding): string[] {
  const above = new Set([finding]);
  for (const each of above) for (const parent of each.parents) above.add(parent);
  return [...above].map(({ operation }) => operation).filter((operation) => operation !== undefined);
}
