/** A change by an operator, which a command first describes and then makes. */
import type { OutsideContext, TransactionContext } from './context.ts';

/** What a command would do, in sentences, and the function that does it. */
export interface PlannedChange {
  summary: string[];
  /** A reason to ask again, even in scripts. */
  warning?: string;
  /** What has to happen outside the transaction, before it. */
  prepare?(ctx: OutsideContext): Promise<void>;
  run(ctx: TransactionContext): Promise<void>;
}

export class CommandRefused extends Error {}
