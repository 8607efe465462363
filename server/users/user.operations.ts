import type { HandlersOf } from '../http/handlers.ts';
import {
  createServiceUser,
  deleteUser,
  getSelf,
  getUser,
  listUsers,
  renameServiceUser,
  rotateServiceUser,
} from './user.service.ts';
import { viewProfile, viewUser } from './user.view.ts';
import { changeRole } from './user-change-role.service.ts';

export const userOperations = {
  async 'user.self'(ctx) {
    return viewProfile(await getSelf(ctx));
  },

  async 'user.list'(ctx, body) {
    const { rows, ...next } = await listUsers(ctx, body);
    return { users: rows.map(viewUser), ...next };
  },

  async 'user.get'(ctx, body) {
    return viewUser(await getUser(ctx, body));
  },

  async 'user.create_service_user'(ctx, body) {
    return ctx.transaction((ctx) => createServiceUser(ctx, body));
  },

  async 'user.rotate_service_user'(ctx, body) {
    return ctx.transaction((ctx) => rotateServiceUser(ctx, body));
  },

  async 'user.rename_service_user'(ctx, body) {
    return ctx.transaction(async (ctx) => viewUser(await renameServiceUser(ctx, body)));
  },

  async 'user.change_role'(ctx, body) {
    return ctx.transaction(async (ctx) => viewUser(await changeRole(ctx, body)));
  },

  async 'user.delete'(ctx, body) {
    return ctx.transaction(async (ctx) => {
      await deleteUser(ctx, body);
      return {};
    });
  },
} satisfies HandlersOf<'user'>;
