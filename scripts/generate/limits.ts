/** What the contract bounds and a text or a rule says again. */
import type { Contract } from '../contract.ts';
import { HEADER } from './header.ts';

export function limits(contract: Contract): string {
  const { PlainPassword, OneTimeCode } = contract.components.schemas as Record<string, { minLength: number }>;
  return `export const limits = { password_minimum: ${PlainPassword!.minLength}, code_length: ${OneTimeCode!.minLength} } as const;\n`;
}

export const limitsModule = (contract: Contract) => `${HEADER}${limits(contract)}`;
