/** web/src/content/roles.gen.ts: the calls that not every role may make, so that the portal hides what a user may not do. */
import { type Contract, operationsOf } from '../../contract/contract.ts';
import { HEADER } from '../header.ts';

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
