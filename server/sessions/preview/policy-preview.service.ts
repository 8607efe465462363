/** `policy.preview`: how past specimen sessions, and the specimens of the catalogue, would end under some rules. */
import type { DocumentData } from '@sigill/emrtd';
import type { Caller, OutsideContext } from '../../core/context.ts';
import { BadRequest } from '../../core/errors.ts';
import { known } from '../../core/known.ts';
import { BY_CREATION } from '../../database/page-cursor.ts';
import { reading } from '../../database/reader.ts';
import type { ChipVerification, Operations, PolicyPreview, PolicyRules } from '../../generated/operations.gen.ts';
import { openPieces } from '../evidence/session-vault.ts';
import { findSessions } from '../list/session-list.repository.ts';
import { judge, type Seen } from '../policy/judge.ts';
import { getUsablePolicy } from '../policy/policy.service.ts';
import type { Session } from '../session/session.repository.ts';
import { findDefaults } from './policy-preview.repository.ts';
import { seenSpecimens } from './seen-specimens.ts';

/** As defined in the contract. */
const MOST_SESSIONS = 100;

type Body = Operations['policy.preview']['body'];

export async function previewPolicy(ctx: OutsideContext & Caller, body: Body): Promise<PolicyPreview> {
  const rules = await effectiveRules(ctx, await rulesOf(ctx, body));
  const sessions: PolicyPreview['sessions'] = [];
  let [not_judged, face_not_compared] = [0, 0];
  for (const session of await pastSpecimens(ctx)) {
    const seen = await seenIn(ctx, session);
    const would = seen && judge(rules, seen);
    if (!would) not_judged++;
    else {
      const { id, reference, state, failure_code, ended } = session;
      const was = { state: state === 'APPROVED' ? state : ('REJECTED' as const), ...known({ failure_code }) };
      sessions.push({ id, ...known({ reference }), ended: ended!, was, would });
      if (rules.face_verification && would.state === 'APPROVED' && session.face_verification === 0) face_not_compared++;
    }
  }
  const specimens = (await seenSpecimens(ctx.deps.clock.now())).flatMap(({ name, title, seen }) => {
    const would = judge(rules, seen);
    return would ? [{ name, title, would }] : [];
  });
  return { sessions, not_judged, face_not_compared, specimens };
}

async function rulesOf(ctx: OutsideContext & Caller, { name, rules }: Body): Promise<PolicyRules> {
  if (name === undefined) return rules ?? {};
  if (!rules) return JSON.parse((await getUsablePolicy(ctx, { name })).rules) as PolicyRules;
  throw new BadRequest('Give either the name of a policy or rules', 'invalid_value', {
    details: [{ path: 'name', expected: 'nothing beside rules', received: 'string' }],
  });
}

/** The rules together with the account's defaults, which apply in addition. */
async function effectiveRules({ db, principal }: OutsideContext & Caller, rules: PolicyRules): Promise<PolicyRules> {
  const defaults = await findDefaults(db, principal.merchant_id);
  return {
    ...rules,
    require_clone_protection: rules.require_clone_protection || defaults.require_clone_protection === 1,
    refuse_weak: rules.refuse_weak || defaults.refuse_weak === 1,
  };
}

const pastSpecimens = (ctx: OutsideContext & Caller): Promise<Session[]> =>
  findSessions(
    reading(ctx),
    { merchant_id: ctx.principal.merchant_id, states: ['APPROVED', 'REJECTED'], specimen: true },
    { order: BY_CREATION, after: undefined, limit: MOST_SESSIONS - 1 },
  );

/** Undefined when the data is gone, or was never kept. */
async function seenIn(ctx: OutsideContext, session: Session): Promise<Seen | undefined> {
  const { failure_code, require_clone_protection, ended } = session;
  const chip = JSON.parse(session.chip ?? 'null') as ChipVerification | null;
  // In local mode every session accepts specimens, so this one may have read a real document.
  if (!chip?.specimen && failure_code !== 'specimen_required') return undefined;
  if (failure_code) return { code: failure_code, demanded_proof: require_clone_protection === 1 };
  const { identity } = session.redacted === null ? await openPieces(ctx, session, ['identity']) : {};
  if (!identity || !chip) return undefined;
  return {
    data: JSON.parse(identity.toString('utf8')) as DocumentData,
    is_original: chip.clone_protection !== 'NONE',
    is_weak: chip.weak_algorithms.length > 0,
    at: new Date(ended!),
  };
}
