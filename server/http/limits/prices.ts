/**
 * What a call costs in time of the event loop, with the dearest input that it accepts, in units of an ordinary call such as
 * `session.state`. Rate limits count a call as that many. `tests/contract/prices.test.ts` measures every operation and fails for one
 * that costs more than it says here.
 */
import type { OperationId } from '../../generated/operations.gen.ts';

/** What an ordinary call takes at most, in milliseconds. 12,000 of them a minute are a tenth of a processor. */
export const UNIT_MS = 0.5;

const PRICES: Partial<Record<OperationId, number>> = {};

export const priceOf = (operationId: string): number => PRICES[operationId as OperationId] ?? 1;

/** The price of work that a thread did. */
export const priceOfWork = (processor_ms: number): number => Math.ceil(processor_ms / UNIT_MS);
