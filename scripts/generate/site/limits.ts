/** Limits of the contract that texts or rules of the service also use. */
import type { Contract } from '../../contract/contract.ts';
import { HEADER } from '../header.ts';

export function limits(contract: Contract): string {
  const { PlainPassword, OneTimeCode } = contract.components.schemas as Record<string, { minLength: number }>;
  return `export const limits = { password_minimum: ${PlainPassword!.minLength}, code_length: ${OneTimeCode!.minLength} } as const;\n`;
}

export const limitsModule = (contract: Contract) => `${HEADER}${limits(contract)}`;
