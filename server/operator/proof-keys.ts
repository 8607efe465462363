/** `npm run operator -- proof-keys …`: the keys that sign proofs. */
import { CommandRefused, type PlannedChange } from '../billing/payment/operator.service.ts';
import type { OutsideContext } from '../core/context.ts';
import { listProofKeys, type ProofKeyStatus, rotateProofKeys, withdrawProofKey } from '../proofs/proof-key.service.ts';
import { logTrustChange } from '../trust/trust-log.service.ts';
import { actorAt, BY, change, list } from './command.ts';

export const proofKeys = {
  'proof-keys list': list({ summary: 'lists the keys that sign proofs, newest first', lines: describeProofKeys }),
  'proof-keys rotate': change({
    summary: 'makes a new one and destroys the private half of the one before; what that signed stays verifiable',
    options: BY,
    plan: async (_ctx, { values }, terminal) => rotation(actorAt(terminal, values.by)),
  }),
  'proof-keys withdraw': change({
    summary:
      'removes a stolen key from the published ones, permanently: nothing that it signed can be verified any longer',
    options: { key: { type: 'string', value: 'ID', says: 'its id, or the beginning of the id' }, ...BY },
    plan: (ctx, { values }, terminal) => withdrawal(ctx, values.key, actorAt(terminal, values.by)),
  }),
};

async function describeProofKeys(ctx: OutsideContext): Promise<string[]> {
  return (await listProofKeys(ctx)).map((key) => `${key.id}  made ${key.created}, ${stateOf(key)}`);
}

function stateOf({ retired, withdrawn }: ProofKeyStatus): string {
  if (withdrawn) return `withdrawn ${withdrawn}`;
  return retired ? `retired ${retired}` : 'signs';
}

const rotation = (actor: string): PlannedChange => ({
  summary: [
    'A new key signs proofs from now on. The private half of the current one is destroyed.',
    'Proofs that it has signed stay verifiable. Verifiers that keep the key set fetch it again when they meet the new key.',
  ],
  run: async (ctx) => {
    const key = await rotateProofKeys(ctx);
    await logTrustChange(ctx, { action: 'rotate_proof_key', actor, details: { key } });
  },
});

async function withdrawal(ctx: OutsideContext, key: string | undefined, actor: string): Promise<PlannedChange> {
  const { id, created, retired, withdrawn } = keyNamed(await listProofKeys(ctx), key);
  if (withdrawn) throw new CommandRefused(`It was withdrawn ${withdrawn} already.`);
  return {
    summary: [
      `The key ${id}, made ${created}: nothing that it has signed can be verified any more, genuine proofs included. This cannot be taken back.`,
      retired ? 'It signs no longer as it is.' : 'Another key signs from now on.',
      'Verifiers that keep the key set go by the old one for five minutes at most.',
    ],
    run: async (ctx) => {
      if (!(await withdrawProofKey(ctx, id))) throw new CommandRefused('It was withdrawn meanwhile.');
      await logTrustChange(ctx, { action: 'withdraw_proof_key', actor, details: { key: id } });
    },
  };
}

/** The key with this id, or the only one with this prefix that is not withdrawn. */
function keyNamed(keys: ProofKeyStatus[], start: string | undefined): ProofKeyStatus {
  if (!start) throw new CommandRefused('Say which: proof-keys withdraw --key ID, as proof-keys list names it.');
  const found = keys.filter(({ id }) => id.startsWith(start));
  const current = found.filter(({ withdrawn }) => !withdrawn);
  const exact = found.find(({ id }) => id === start);
  if (!exact && current.length > 1)
    throw new CommandRefused(
      `${current.length} keys begin with ${start}: give more of the id, as proof-keys list names it.`,
    );
  const key = exact ?? current[0] ?? found[0];
  if (!key) throw new CommandRefused('No key has this id: see proof-keys list.');
  return key;
}
