import { terms } from '../../../openapi/facts/terms.ts';
import { limits } from './limits.gen.ts';
import { names } from './names.ts';

/**
 * Facts about the product that pages and texts repeat: names that an owner may change, numbers that the service promises, and limits
 * from the contract.
 */
export const facts = {
  ...terms,
  ...limits,
  ...names,
  coverage_persons: 1_000_000_000,
  callback_retries: terms.callback_retry_seconds.length,
  usage_days: [30, 90],
} as const;
