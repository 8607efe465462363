import type { OutsideContext, TransactionContext } from './context.ts';

export interface PlannedChange {
  summary: string[];
  /** A warning that needs its own confirmation at an interactive terminal, so scripts cannot make the change. */
  warning?: string;
  /** What has to happen outside the transaction, before it. */
  prepare?(ctx: OutsideContext): Promise<void>;
  run(ctx: TransactionContext): Promise<void>;
}

export class CommandRefused extends Error {}
