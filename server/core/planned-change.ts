/** A change by an operator, which a command first describes and then makes. */
import type { OutsideContext, TransactionContext } from './context.ts';

/** What a command would do, in sentences, and the function that does it. */
export interface PlannedChange {
  summary: string[];
  /** A warning that needs its own confirmation at an interactive terminal, so scripts cannot make the change. */
  warning?: string;
  /** What has to happen outside the transaction, before it. */
  prepare?(ctx: OutsideContext): Promise<void>;
  run(ctx: TransactionContext): Promise<void>;
}

export class CommandRefused extends Error {}
