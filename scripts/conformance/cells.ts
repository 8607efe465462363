/** What is tried: each operation with each status that it declares, and each example of it. */
import type { OperationId, ProblemCode } from '../../server/generated/operations.gen.ts';
import { codesOf, operationIds, responseExamples, statusesOf } from '../../tests/support/contract/contract.ts';

export interface Cell {
  id: OperationId;
  status: number;
  /** The name of the example, or `example` where it is the only one and has none. */
  example: string;
  value: unknown;
  /** Of an error. */
  code?: ProblemCode;
}

/** In the order of the contract. Answers with errors are shared, and of their examples those count that the operation can answer. */
export const allCells = (ids: readonly OperationId[] = operationIds): Cell[] =>
  ids.flatMap((id) => statusesOf(id).flatMap((status) => cellsOf(id, status)));

function cellsOf(id: OperationId, status: number): Cell[] {
  const examples = responseExamples(id, status).map(({ name, value }) => ({ id, status, example: name, value }));
  if (status === 200) return examples;
  const own = codesOf(id, status);
  return examples.flatMap((cell) => {
    const { code } = cell.value as { code: ProblemCode };
    return own.includes(code) ? [{ ...cell, code }] : [];
  });
}
