import type { SpecimenBehaviour } from '@sigill/reader/specimen';
import { suggestion } from '@sigill/sdk/suggestion';
import { UsageError } from '../command.ts';
import type { SessionOptions, Specimen } from '../service.ts';

export interface Plan {
  outcome: string;
  description: string;
  specimen: string;
  options: SessionOptions;
  expected: { state: string; code?: string };
  behaviour?: SpecimenBehaviour;
  requires_policy?: boolean;
}

/** Failures that a phone can report with any document. */
const FAILURES: Record<string, string> = {
  nfc_unavailable: 'The phone cannot read chips.',
  nfc_lost: 'The connection to the chip is lost.',
  access_denied: 'The chip does not accept the access key.',
  read_error: 'The chip cannot be read.',
  unsupported_document: 'The document has no chip that can be read.',
  camera_denied: 'The camera cannot be used.',
  timeout: 'Reading takes too long.',
  internal: 'The app fails.',
};

export function plansFor(specimens: readonly Specimen[]): Plan[] {
  const named = specimens.map(planFor);
  const failures = Object.entries(FAILURES)
    .filter(([code]) => !named.some(({ expected }) => expected.code === code))
    .map(
      ([code, description]): Plan => ({
        outcome: `failed:${code}`,
        description,
        specimen: 'genuine',
        options: {},
        expected: { state: 'FAILED', code },
        behaviour: { action: 'FAIL', code: code as 'nfc_lost', message: description },
      }),
    );
  return [...named, ...refusedByOption(specimens), ...refusedByPolicy, ...failures];
}

function planFor({ name, description, outcome }: Specimen): Plan {
  return {
    outcome: [outcome.state.toLowerCase(), outcome.code].filter(Boolean).join(':'),
    description,
    specimen: name,
    // A face can decide the outcome only if the session requires one.
    options: outcome.code?.startsWith('face_') ? { face_verification: true } : {},
    expected: outcome,
  };
}

/** Genuine documents that the session's options refuse. */
const BY_OPTION: { specimen: string; code: string; description: string; options: SessionOptions }[] = [
  {
    specimen: 'id-card',
    code: 'document_type_not_allowed',
    description: 'An identity card where only passports are accepted.',
    options: { passport_only: true },
  },
  {
    specimen: 'weak-digest',
    code: 'weak_algorithm',
    description: 'A passport hashed with SHA-1 where weak documents are refused.',
    options: { refuse_weak: true },
  },
];

const refusedByOption = (specimens: readonly Specimen[]): Plan[] =>
  BY_OPTION.filter(({ specimen }) => specimens.some(({ name }) => name === specimen)).map(({ code, ...plan }) => ({
    ...plan,
    outcome: `rejected:${code}`,
    expected: { state: 'REJECTED', code },
  }));

/** Rejections that only a policy causes. The caller must name the policy. */
const BY_POLICY = {
  country_not_allowed: 'A passport of Utopia where the policy does not accept that country.',
  expires_too_soon: 'A passport that expires too soon for the policy.',
  minimum_age_not_met: 'A person born in 1990 who is too young for the policy.',
};

const refusedByPolicy = Object.entries(BY_POLICY).map(
  ([code, description]): Plan => ({
    ...{ outcome: `rejected:${code}`, description, specimen: 'genuine', options: {}, requires_policy: true },
    expected: { state: 'REJECTED', code },
  }),
);

/**
 * Finds a plan by its outcome (`rejected` alone means the first rejection) or the name of a specimen.
 * @throws UsageError with the choices.
 */
export function findPlan(plans: readonly Plan[], wanted: string): Plan {
  const text = wanted.toLowerCase();
  const found =
    plans.find(({ outcome }) => outcome === text) ??
    plans.find(({ specimen }) => specimen === text) ??
    plans.find(({ outcome }) => outcome.startsWith(`${text}:`));
  if (found) return found;
  const words = plans.flatMap(({ outcome, specimen }) => [outcome, specimen, outcome.split(':')[0]!]);
  throw new UsageError(`Unknown outcome: ${wanted}.${suggestion(text, words)} Run sigill trigger --list to see all.`);
}
