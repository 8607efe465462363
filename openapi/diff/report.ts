import { isDeepStrictEqual } from 'node:util';
import type { Pointer, Source } from '../contract/tree.ts';
import { completeErrors } from '../error-responses.ts';
import { type Cause, type Verdict, worse } from './causes.ts';
import { compareContracts } from './compare.ts';

export interface Report {
  verdict: Verdict;
  causes: (Cause & { file: string; line: number })[];
}

export function compareSources(before: Source, after: Source): Report {
  for (const { contract } of [before, after]) completeErrors(contract);
  const causes = compareContracts(before.contract, after.contract).map((cause) => ({
    ...cause,
    ...position(cause.side === 'before' ? before : after, cause.pointer),
  }));
  const words: Verdict = isDeepStrictEqual(before.contract, after.contract) ? 'none' : 'patch';
  return { verdict: causes.reduce<Verdict>((verdict, cause) => worse<Verdict>(verdict, cause.verdict), words), causes };
}

const position = (source: Source, pointer: Pointer) => ({
  file: source.file,
  line: source.positionOf(pointer).line,
});

export function textOf({ verdict, causes }: Report): string {
  const lines = causes.map((cause) => `${cause.file}:${cause.line}: ${sentenceOf(cause)} ${cause.verdict}`);
  const count = (kind: Verdict) => causes.filter((cause) => cause.verdict === kind).length;
  return `${[...lines, `Verdict: ${verdict} (${count('major')} major, ${count('minor')} minor).`].join('\n')}\n`;
}

export function sentenceOf({ what, consequences, operations }: Cause): string {
  const effect = consequences.length > 0 ? `: ${consequences.join('; ')}` : '';
  return `${what[0]!.toUpperCase()}${what.slice(1)}${effect}${reach(operations)}.`;
}

function reach(operations: string[]): string {
  if (operations.length === 0) return '';
  return operations.length > 3 ? ` (${operations.length} calls)` : ` (${operations.join(', ')})`;
}
