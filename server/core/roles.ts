import type { UserRole } from '../generated/operations.gen.ts';
import { Forbidden } from './errors.ts';

/** Names the roles that may, so that whoever is refused knows whom to ask. */
export const roleNotAllowed = (roles: readonly UserRole[]): Forbidden =>
  new Forbidden(
    `Your role in the account does not permit this call. These may make it: ${roles.join(', ')}`,
    'role_not_allowed',
  );
