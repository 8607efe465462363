/** Plays the phone for a session that the integrator's own code has created. */
import { connect, listSpecimens } from '../../sdk/cli/src/service.ts';
import { findPlan, type Plan, plansFor } from '../../sdk/cli/src/trigger/outcomes.ts';
import { playPhone } from '../../sdk/cli/src/trigger/play-phone.ts';
import type { Db } from '../database/database.ts';
import { findOptions } from './test-service.repository.ts';

interface FinishOptions {
  db: Db;
  account: { baseUrl: string; publicKey: string; secret: string };
  tokens: ReadonlyMap<number, string>;
}

export function createFinish({ db, account, tokens }: FinishOptions) {
  const { baseUrl } = account;
  const { reader } = connect(account);
  const stop = new AbortController().signal;

  function tokenOf(session: number | string): [number, string] {
    const found = [...tokens].find(([id, token]) => id === session || token === session);
    if (!found)
      throw new Error(
        `No session with ${typeof session === 'number' ? `id ${session}` : 'this token'} was created in this service.`,
      );
    return found;
  }

  return async (session: number | string, outcome: string) => {
    const plan = findPlan(plansFor(await listSpecimens(baseUrl, stop)), outcome);
    const [id, token] = tokenOf(session);
    await assertFits(db, id, plan);
    return { id, ...(await playPhone({ reader, baseUrl, plan, token, stop })) };
  };
}

/** Some outcomes require a session that was created with a certain option. */
async function assertFits(db: Db, id: number, { outcome, options }: Plan): Promise<void> {
  const row = await findOptions(db, id);
  for (const name of ['face_verification', 'passport_only', 'refuse_weak'] as const)
    if (options[name] && !row[name])
      throw new Error(`The outcome ${outcome} needs a session created with ${name}: true.`);
}
