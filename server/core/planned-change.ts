import type { OutsideContext, TransactionContext } from './context.ts';

export interface PlannedChange {
  summary: string[];
  /** A warning that needs its own confirmation at an interactive terminal, so scripts cannot make the change. */
  warning?: string;
  /** Work that must happen before the transaction, outside of it. */
  prepare?(ctx: OutsideContext): Promise<void>;
  run(ctx: TransactionContext): Promise<void>;
}

export class CommandRefused extends Error {}
