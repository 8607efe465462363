/** Describes a check of the engine: the meaning of its code, and the detail for this document. */

import type { Check } from '@sigill/emrtd';
import { failureReasons } from '../generated/operations.gen.ts';

export function checkText({ code, detail }: Pick<Check, 'code' | 'detail'>): string | undefined {
  if (!code) return detail;
  const { message } = failureReasons[code];
  return detail ? `${message} (${detail})` : message;
}
