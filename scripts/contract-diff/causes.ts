/**
 * What changed, each thing once. The comparison walks a graph: operations lead to bodies, and bodies to components. A change is
 * recorded at the place where it was found. At the end, the operations that lead there are looked up.
 */
import type { Pointer } from '../contract/tree.ts';

export const verdicts = ['none', 'patch', 'minor', 'major'] as const;
export type Verdict = (typeof verdicts)[number];

export interface Cause {
  verdict: 'minor' | 'major';
  /** What changed, as the start of a sentence. Two causes with the same text are one. */
  what: string;
  /** What it does to the code that calls us. */
  consequences: string[];
  /** The calls and callbacks that it reaches; none when it is about the contract as a whole. */
  operations: string[];
  side: 'before' | 'after';
  pointer: Pointer;
}

export interface Found {
  verdict: Cause['verdict'];
  what: string;
  consequence?: string;
  /** The place is in the released file, because the thing was removed. */
  side?: Cause['side'];
  pointer: Pointer;
}

/** What was found at one place, and the places that lead there. */
export class Finding {
  readonly causes: Found[] = [];
  readonly parents = new Set<Finding>();
  /** The call or callback, where this is one. */
  readonly operation: string | undefined;

  constructor(operation?: string) {
    this.operation = operation;
  }

  add(found: Found): void {
    this.causes.push(found);
  }
}

export const worse = <V extends Verdict>(a: V, b: V): V => (verdicts.indexOf(a) < verdicts.indexOf(b) ? b : a);

/** All that was found, the breaks first. */
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
  // A value that is both sent and read may break in one direction only. Then only that one is reported.
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
