import catalogue from './specimen-catalogue.json' with { type: 'json' };

export interface SpecimenOutcome {
  state: 'APPROVED' | 'REJECTED' | 'FAILED' | 'ABORTED';
  code?: string;
}

export type SpecimenName = keyof typeof catalogue;
export const SPECIMEN_NAMES = Object.keys(catalogue) as SpecimenName[];

export interface Specimen {
  name: SpecimenName;
  title: string;
  /** Printed on the document, so it tells a reader which specimen it has scanned. */
  document_number: string;
  description: string;
  outcome: SpecimenOutcome;
}

const APPROVED: SpecimenOutcome = { state: 'APPROVED' };
const rejected = (code: string): SpecimenOutcome => ({ state: 'REJECTED', code });

/** Outcomes in the catalogue that are not the code of a rejection. */
const OUTCOMES = new Map<string, SpecimenOutcome>([
  ['APPROVED', APPROVED],
  ['ABORTED', { state: 'ABORTED' }],
  ['nfc_lost', { state: 'FAILED', code: 'nfc_lost' }],
]);

const outcomeOf = (name: SpecimenName): SpecimenOutcome => {
  const { outcome } = catalogue[name];
  return OUTCOMES.get(outcome) ?? rejected(outcome);
};

export const documentNumber = (name: SpecimenName) => `SG${String(SPECIMEN_NAMES.indexOf(name) + 1).padStart(7, '0')}`;

export const SPECIMENS: readonly Specimen[] = SPECIMEN_NAMES.map((name) => ({
  name,
  ...catalogue[name],
  document_number: documentNumber(name),
  outcome: outcomeOf(name),
}));

export const isSpecimenName = (name: string): name is SpecimenName => Object.hasOwn(catalogue, name);

export function expectedOutcome(
  name: SpecimenName,
  session: { face_verification: boolean; passport_only: boolean; refuse_weak?: boolean },
): SpecimenOutcome {
  if (name === 'id-card' && session.passport_only) return rejected('document_type_not_allowed');
  if (name === 'weak-digest' && session.refuse_weak) return rejected('weak_algorithm');
  if (name === 'face-mismatch' && !session.face_verification) return APPROVED;
  return outcomeOf(name);
}
