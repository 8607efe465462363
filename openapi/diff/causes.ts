/**
 * Collects changes, each once. The comparison walks a graph from operations to bodies to components. A change is recorded at the
 * place where it was found; at the end, the operations that use that place are looked up.
 */
import type { Pointer } from '../contract/tree.ts';

export const verdicts = ['none', 'patch', 'minor', 'major'] as const;
export type Verdict = (typeof verdicts)[number];

export interface Cause {
  verdict: 'minor' | 'major';
  /** What changed, as the start of a sentence. Causes with the same text are merged. */
  what: string;
  consequences: string[];
  /** Empty when the change concerns the contract as a whole. */
  operations: string[];
  side: 'before' | 'after';
  pointer: Pointer;
}

export interface Found {
  verdict: Cause['verdict'];
  /** Of several consequences of the same kind, only the first is reported: the others say the same of other uses of the component. */
  kind: string;
  what: string;
  consequence?: string;
  /** Set when the place is in the released file, because what was there has been removed. */
  side?: Cause['side'];
  pointer: Pointer;
}

export class Finding {
  readonly causes: Found[] = [];
  readonly parents = new Set<Finding>();
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
  const causes = new Map<string, Found[]>();
  const operations = new Map<string, string[]>();
  for (const finding of findings)
    for (const found of finding.causes) {
      causes.set(found.what, [...(causes.get(found.what) ?? []), found]);
      operations.set(found.what, [...(operations.get(found.what) ?? []), ...operationsAbove(finding)]);
    }
  return [...causes]
    .map(([what, found]) => join(found, new Set(operations.get(what))))
    .toSorted((a, b) => verdicts.indexOf(b.verdict) - verdicts.indexOf(a.verdict));
}

/** Merges everything that was found with the same text into one cause. If only one direction breaks, its consequence is reported. */
function join(found: Found[], operations: Set<string>): Cause {
  const verdict = found.map((each) => each.verdict).reduce(worse);
  const kinds = new Map<string, string>();
  for (const each of found) if (each.consequence && !kinds.has(each.kind)) kinds.set(each.kind, each.consequence);
  const { what, side = 'after', pointer } = found[0]!;
  return { verdict, what, consequences: [...new Set(kinds.values())], operations: [...operations], side, pointer };
}

function operationsAbove(finding: Finding): string[] {
  const above = new Set([finding]);
  for (const each of above) for (const parent of each.parents) above.add(parent);
  return [...above].map(({ operation }) => operation).filter((operation) => operation !== undefined);
}
