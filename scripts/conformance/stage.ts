/** A whole service that is called, with its limits and its database in the hands of whoever provokes. */
import { randomUUID } from 'node:crypto';
import type { OperationId, UserRole } from '../../server/generated/operations.gen.ts';
import type { Limited } from '../../server/http/limits/rate-limits.ts';
import type { CallLimit } from '../../server/throttling/call-counters.ts';
import { mutating } from '../../tests/support/contract/contract.ts';
import { suspendAccount } from '../../tests/support/contract/refusals.ts';
import { credentialsFor, perform, type Scenario, scenarios } from '../../tests/support/contract/scenarios.ts';
import { authorization, type Result } from '../../tests/support/server/call.ts';
import { interceptQueries } from '../../tests/support/server/database.ts';
import { teammate } from '../../tests/support/server/team.ts';
import { createTestServer, UNLIMITED } from '../../tests/support/server/test-server.ts';
import { type Account, createWorld, submitter } from '../../tests/support/server/world.ts';

export type Stage = Awaited<ReturnType<typeof createStage>>;

export async function createStage() {
  const limits = new Map<Limited, CallLimit>();
  // Before a database is opened.
  const queries = interceptQueries();
  const server = await createTestServer({ rate_limits: (id) => limits.get(id) ?? UNLIMITED });
  const world = createWorld(server, await server.account());
  const reading = submitter(await world.started());
  /** One good call for each operation. What is refused has no effect, so that one serves many refusals. */
  const good = new Map<OperationId, Scenario>();
  let lacking: Account | undefined;
  let suspended: Account | undefined;
  const byRole = new Map<UserRole, string>();
  const authenticating = await queriesOfAuthentication();

  /** The queries that find out who calls, which must pass for a fault to hit the handler. */
  async function queriesOfAuthentication(): Promise<Set<string>> {
    const seen = new Set<string>();
    const { bearer, basic } = world.account;
    await queries.during(
      (sql) => void seen.add(sql),
      async () => {
        await server.call('user.self', { colour: 'red' }, { bearer });
        await server.call('session.state', { colour: 'red' }, { basic });
      },
    );
    return seen;
  }

  async function scenario(id: OperationId): Promise<Scenario> {
    const known = good.get(id) ?? (await scenarios[id](world));
    good.set(id, known);
    return known;
  }

  return {
    base: server.base,
    world,
    limits,
    scenario,
    isMutating: (id: OperationId) => mutating.includes(id),
    freshKey: () => randomUUID(),
    fullDisk: Object.assign(new Error('database or disk is full'), {
      code: server.deps.config.database_url ? '53100' : 'SQLITE_FULL',
    }),
    /** A good call that is about to have its effect, so that it is good only once. */
    async spent(id: OperationId): Promise<Scenario> {
      const once = await scenario(id);
      good.delete(id);
      return once;
    },
    /** What opens the operation, when nothing of the account will change. */
    opening: (id: OperationId): Record<string, string> =>
      id === 'reader.submit' ? reading : authorization(credentialsFor(id, world.account)),

    /** Somebody who has no second factor, in an account that requires one. */
    async withoutSecondFactor(): Promise<Account> {
      if (!lacking) {
        lacking = await world.freshAccount();
        await world.succeed('merchant.update', { require_second_factor: true }, { bearer: lacking.bearer });
      }
      return lacking;
    },

    /** Somebody whose account an operator has suspended. */
    async suspended(): Promise<Account> {
      if (!suspended) {
        suspended = await world.freshAccount();
        await suspendAccount(world, suspended);
      }
      return suspended;
    },

    /** The access token of somebody with this role. */
    async bearerOf(role: UserRole): Promise<string> {
      const bearer = byRole.get(role) ?? (await teammate(world, world.account, role)).bearer;
      byRole.set(role, bearer);
      return bearer;
    },

    /** The answer to a call whose queries fail. */
    withFault: (error: Error, id: OperationId, { body, ...rest }: Scenario): Promise<Result> =>
      queries.during(
        (sql) => {
          if (!authenticating.has(sql) || id === 'user.self') throw error;
        },
        () => perform(server.call, id, { body, ...rest }),
      ),

    /** Holds a call at its idempotency key, and makes the second one meanwhile. */
    async whileRunning(first: () => Promise<Result>, second: () => Promise<Result>): Promise<Result> {
      const held = Promise.withResolvers<void>();
      const reached = Promise.withResolvers<void>();
      let isHeld = false;
      return queries.during(
        async (sql) => {
          if (isHeld || !/^select .*idempotency_keys/.test(sql)) return;
          isHeld = true;
          reached.resolve();
          await held.promise;
        },
        async () => {
          const running = first();
          await reached.promise;
          const answer = await second();
          held.resolve();
          await running;
          return answer;
        },
      );
    },

    async stop(): Promise<void> {
      queries.restore();
      await server.stop();
    },
  };
}
