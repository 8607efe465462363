/** What a session demands: its options together with the rules of its policy. The stricter of the two applies. */
import type { AcceptanceRules } from '@sigill/emrtd';
import type { Acting, Context } from '../../core/context.ts';
import { BadRequest } from '../../core/errors.ts';
import { known } from '../../core/known.ts';
import type { Operations, PolicyRules } from '../../generated/operations.gen.ts';
import { findPolicy, findVersion } from './policy.repository.ts';

type Options = Operations['session.create']['body'];

/** The options, made stricter where a rule of the policy corresponds to an option. */
export interface AppliedOptions extends Options {
  policy_id?: number;
  policy_version?: number;
}

const FLAGS = ['face_verification', 'require_clone_protection', 'refuse_weak'] as const;

/** @throws BadRequest when the account has no such policy, or an option is less strict than it. */
export async function applyPolicy({ db, principal }: Context & Acting, options: Options): Promise<AppliedOptions> {
  const { policy: name } = options;
  if (name === undefined) return options;
  const policy = await findPolicy(db, { merchant_id: principal.merchant_id, name });
  if (!policy || policy.deleted !== null)
    throw refused('policy', 'the name of a policy of the account', 'The account has no policy with this name');
  const stricter = strictest(options, JSON.parse(policy.rules) as PolicyRules);
  return { ...stricter, policy_id: policy.id, policy_version: policy.version };
}

export function strictest(options: Options, rules: PolicyRules): Options {
  const demanded = FLAGS.filter((flag) => rules[flag]);
  for (const flag of demanded) if (options[flag] === false) throw tooLoose(flag, 'true, or nothing');
  const types = rules.document_types ?? ['PASSPORT'];
  if (options.passport_only && !types.includes('PASSPORT'))
    throw tooLoose('passport_only', 'false, because the policy accepts no passports');
  const passports = rules.document_types?.every((type) => type === 'PASSPORT') === true;
  if (passports && options.passport_only === false) throw tooLoose('passport_only', 'true, or nothing');
  const { claims = rules.claims } = options;
  if (rules.claims && !claims!.every((claim) => rules.claims!.includes(claim)))
    throw tooLoose('claims', `only claims of the policy: ${rules.claims.join(', ')}`);
  return {
    ...options,
    ...Object.fromEntries(demanded.map((flag) => [flag, true])),
    ...(passports && { passport_only: true }),
    ...known({ claims }),
  };
}

const tooLoose = (path: keyof Options, expected: string) =>
  refused(path, expected, `${path} does not fit the policy. Beside a policy it must be ${expected}`);

const refused = (path: keyof Options, expected: string, text: string) =>
  new BadRequest(text, 'invalid_value', {
    details: [{ path, expected, received: path === 'claims' ? 'array' : path === 'policy' ? 'string' : 'boolean' }],
  });

interface Bound {
  policy_id: number | null;
  policy_version: number | null;
}

export async function policyOf({ db }: Context, { policy_id, policy_version }: Bound) {
  if (policy_id === null || policy_version === null) return undefined;
  const found = await findVersion(db, { policy_id, version: policy_version });
  return found && { name: found.name, version: found.version, rules: JSON.parse(found.rules) as PolicyRules };
}

/** What the chip engine decides about. The other rules are columns of the session. */
export const acceptanceOf = ({
  document_types,
  issuing_countries,
  minimum_days_valid,
  minimum_age,
}: PolicyRules): AcceptanceRules => known({ document_types, issuing_countries, minimum_days_valid, minimum_age });
