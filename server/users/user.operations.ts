import type { Deps } from '../core/deps.ts';
import type { HandlersOf } from '../http/handlers.ts';
import {
  createServiceUser,
  deleteUser,
  getUser,
  listAccountUsers,
  rotateServiceUser,
  toAccountUser,
  toProfile,
} from './user.service.ts';

export const userOperations = (deps: Deps) =>
  ({
    async 'user.self'({ principal }) {
      return toProfile(await getUser(deps.db, principal.merchant_id, principal.user_id));
    },

    'user.list': (ctx, body) => listAccountUsers(ctx, body),

    async 'user.get'({ principal }, body) {
      return toAccountUser(await getUser(deps.db, principal.merchant_id, body.id));
    },

    async 'user.create_service_user'({ principal, request, transaction }, body) {
      return transaction(({ db: trx }) => createServiceUser(trx, deps, principal, request, body.name));
    },

    async 'user.rotate_service_user'({ principal, request, transaction }, body) {
      return transaction(({ db: trx }) => rotateServiceUser(trx, deps, principal, request, body));
    },

    async 'user.delete'({ principal, request, transaction }, body) {
      return transaction(async ({ db: trx }) => {
        await deleteUser(trx, deps, principal, request, body.id);
        return {};
      });
    },
  }) satisfies HandlersOf<'user'>;
