/** Modules in web/src/content: which roles may make a call, and limits of the contract that texts state. */
import { type Contract, operationsOf } from '../../../openapi/contract/contract.ts';
import { HEADER } from '../files.ts';

/** The calls that not every role may make, so that the portal hides what a user may not do. */
export function rolesModule(contract: Contract): string {
  const all = contract.components.schemas['UserRole']!['enum'] as string[];
  const limited = operationsOf(contract).flatMap(({ operationId, 'x-roles': roles }) =>
    roles && roles.length < all.length ? [{ operationId, roles: JSON.stringify(roles) }] : [],
  );
  const usual = mostCommon(limited);
  return `${HEADER}import type { UserRole } from '@sigill/sdk/portal';

export const userRoles = ${JSON.stringify(all)} as const satisfies readonly UserRole[];

export type LimitedOperation =
${limited.map(({ operationId }) => `  | '${operationId}'`).join('\n')};

/** The roles of most calls that not every role may make. */
export const usualRoles: readonly UserRole[] = ${usual};

/** Exceptions: the roles of a resource, and of a call that differs from most calls of its resource. */
export const limitedTo: Partial<Record<string, readonly UserRole[]>> = {
${rolesByResource(limited, usual)
  .map(([name, roles]) => `  '${name}': ${roles},`)
  .join('\n')}
};
`.replaceAll('"', "'");
}

/** Every screen loads this table, so it repeats nothing. */
function rolesByResource(limited: LimitedCall[], usual: string): [name: string, roles: string][] {
  const resources = Map.groupBy(limited, ({ operationId }) => operationId.split('.')[0]!);
  return [...resources].flatMap(([resource, calls]) => {
    const most = mostCommon(calls);
    const others = calls.filter(({ roles }) => roles !== most);
    const own: [string, string][] = most === usual ? [] : [[resource, most]];
    return [...own, ...others.map(({ operationId, roles }): [string, string] => [operationId, roles])];
  });
}

interface LimitedCall {
  operationId: string;
  roles: string;
}

const mostCommon = (calls: LimitedCall[]): string =>
  [...Map.groupBy(calls, ({ roles }) => roles)].toSorted(([, some], [, more]) => more.length - some.length)[0]![0];

export function limits(contract: Contract): string {
  const { PlainPassword, OneTimeCode } = contract.components.schemas as Record<string, { minLength: number }>;
  return `export const limits = { password_minimum: ${PlainPassword!.minLength}, code_length: ${OneTimeCode!.minLength} } as const;\n`;
}

export const limitsModule = (contract: Contract) => `${HEADER}${limits(contract)}`;
