/** `npm run operator -- rekey`, `erasure-keys replace` and `proof-keys …`: the keys of the installation. */

import type { OutsideContext } from '../core/context.ts';
import { CommandRefused, type PlannedChange } from '../core/planned-change.ts';
import { listProofKeys, type ProofKeyStatus, rotateProofKeys, withdrawProofKey } from '../proofs/proof-key.service.ts';
import { sealedColumns } from '../sealed-columns.ts';
import { reseal } from '../secrets/reseal.service.ts';
import { destroyUnreadable, listUnreadable } from '../sessions/erasure.service.ts';
import { logTrustChange } from '../trust/trust-log.service.ts';
import { actorAt, BY, change, command, list, print } from './command.ts';

export const keys = {
  rekey: command({
    summary:
      're-encrypts everything under SERVER_KEY that SERVER_KEY_PREVIOUS encrypted; can be repeated at any time; exits with 1 if anything is left',
    async run(ctx, _read, terminal) {
      const say = (line: string) => print(terminal, [line]);
      const { resealed, left, unreadable } = await reseal(ctx, sealedColumns, (what, done, of) =>
        say(`${what}: ${done} of ${of}`),
      );
      for (const [what, count] of unreadable)
        say(`${what}: ${count} cannot be decrypted with any of the keys, and were left unchanged.`);
      if (left > 0)
        say(
          `${left} were encrypted under a previous key in the meantime, by a process that still uses it as SERVER_KEY. Start every process with the new key, then run this again.`,
        );
      else if (resealed > 0)
        say(`${resealed} re-encrypted. SERVER_KEY_PREVIOUS is no longer needed. Start every process without it.`);
      else say('Nothing is encrypted under a previous key.');
      return left > 0 || unreadable.size > 0 ? 1 : 0;
    },
  }),
  'erasure-keys replace': change({
    summary:
      'uses ERASURE_KEYS_DIR as the folder of the erasure keys when the previous one is lost; stop every process first',
    replaces_erasure_keys: true,
    plan: erasureKeysChange,
  }),
  'proof-keys list': list({ summary: 'lists the keys that sign proofs, newest first', lines: describeProofKeys }),
  'proof-keys rotate': change({
    summary: 'creates a new key and destroys the current private key; existing proofs can still be verified',
    options: BY,
    plan: async (_ctx, { values }, terminal) => rotation(actorAt(terminal, values.by)),
  }),
  'proof-keys withdraw': change({
    summary:
      'permanently removes a stolen key from the published keys; proofs that it signed can no longer be verified',
    options: { key: { type: 'string', value: 'ID', says: 'id of the key, or the beginning of it' }, ...BY },
    plan: (ctx, { values }, terminal) => withdrawal(ctx, values.key, actorAt(terminal, values.by)),
  }),
};

async function describeProofKeys(ctx: OutsideContext): Promise<string[]> {
  return (await listProofKeys(ctx)).map((key) => `${key.id}  created ${key.created}, ${stateOf(key)}`);
}

function stateOf({ retired, withdrawn }: ProofKeyStatus): string {
  if (withdrawn) return `withdrawn ${withdrawn}`;
  return retired ? `retired ${retired}` : 'current';
}

const rotation = (actor: string): PlannedChange => ({
  summary: [
    'A new key will sign proofs. The current private key will be destroyed.',
    'Existing proofs can still be verified. Verifiers that cache the key set fetch it again when they see the new key.',
  ],
  run: async (ctx) => {
    const key = await rotateProofKeys(ctx);
    await logTrustChange(ctx, { action: 'rotate_proof_key', actor, details: { key } });
  },
});

async function withdrawal(ctx: OutsideContext, key: string | undefined, actor: string): Promise<PlannedChange> {
  const { id, created, retired, withdrawn } = keyNamed(await listProofKeys(ctx), key);
  if (withdrawn) throw new CommandRefused(`This key was already withdrawn ${withdrawn}.`);
  return {
    summary: [
      `The key ${id}, created ${created}, will be withdrawn. Nothing it signed can be verified after that, including genuine proofs. This cannot be undone.`,
      retired ? 'It is already retired.' : 'A new key will sign proofs.',
      'Verifiers that cache the key set may use the old one for up to five minutes.',
    ],
    run: async (ctx) => {
      if (!(await withdrawProofKey(ctx, id))) throw new CommandRefused('Another operator has just withdrawn this key.');
      await logTrustChange(ctx, { action: 'withdraw_proof_key', actor, details: { key: id } });
    },
  };
}

/** The key with this id, or the only one with this prefix that is not withdrawn. If all are withdrawn, the first. */
function keyNamed(keys: ProofKeyStatus[], start: string | undefined): ProofKeyStatus {
  if (!start) throw new CommandRefused('Add --key ID. Run proof-keys list to see the ids.');
  const found = keys.filter(({ id }) => id.startsWith(start));
  const current = found.filter(({ withdrawn }) => !withdrawn);
  const exact = found.find(({ id }) => id === start);
  if (!exact && current.length > 1)
    throw new CommandRefused(`${current.length} keys begin with ${start}. Give more of the id.`);
  const key = exact ?? current[0] ?? found[0];
  if (!key) throw new CommandRefused('No key has this id. Run proof-keys list to see them.');
  return key;
}

async function erasureKeysChange(ctx: OutsideContext): Promise<PlannedChange> {
  const keys = ctx.deps.erasure_keys;
  if (!keys) throw new CommandRefused('Only PostgreSQL uses erasure keys.');
  const ids = await listUnreadable(ctx);
  const { erasure_keys_dir } = ctx.deps.config;
  return {
    summary: [
      `The erasure keys will be in ${erasure_keys_dir}. Start every process with this ERASURE_KEYS_DIR.`,
      ids.length === 1
        ? 'The identity data of 1 session can no longer be decrypted, and will be destroyed.'
        : `The identity data of ${ids.length} sessions can no longer be decrypted, and will be destroyed.`,
    ],
    run: async (ctx) => {
      await keys.adopt(ctx.db);
      await destroyUnreadable(ctx, ids);
    },
  };
}
