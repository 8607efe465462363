/** Modules in web/src/content: which roles may make a call, and limits of the contract that texts state. */
import { type Contract, operationsOf } from '../../contract/contract.ts';
import { HEADER } from '../files.ts';

/** The calls that not every role may make, so that the portal hides what a user may not do. */
export function rolesModule(contract: Contract): string {
  const all = contract.components.schemas['UserRole']!['enum'] as string[];
  const limited = operationsOf(contract).flatMap(({ operationId, 'x-roles': roles }) =>
    roles && roles.length < all.length ? [{ operationId, roles }] : [],
  );
  return `${HEADER}import type { UserRole } from '@sigill/sdk/portal';

export const userRoles = ${JSON.stringify(all)} as const satisfies readonly UserRole[];

/** The roles that may make a call, for calls that not every role may make. */
export const limitedTo = {
${limited.map(({ operationId, roles }) => `  '${operationId}': ${JSON.stringify(roles)},`).join('\n')}
} as const satisfies Record<string, readonly UserRole[]>;
`.replaceAll('"', "'");
}

export function limits(contract: Contract): string {
  const { PlainPassword, OneTimeCode } = contract.components.schemas as Record<string, { minLength: number }>;
  return `export const limits = { password_minimum: ${PlainPassword!.minLength}, code_length: ${OneTimeCode!.minLength} } as const;\n`;
}

export const limitsModule = (contract: Contract) => `${HEADER}${limits(contract)}`;
