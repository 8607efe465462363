import type { DocumentType, PolicyRules, SessionClaim } from '@sigill/sdk/portal';

export type PolicyDraft = {
  types: DocumentType[];
  /** Codes of States, as typed. */
  allow: string;
  deny: string;
  days: string;
  age: string;
  require_clone_protection: boolean;
  refuse_weak: boolean;
  face_verification: boolean;
  /** Undefined to keep everything. */
  claims: SessionClaim[] | undefined;
};

export const documentTypes: DocumentType[] = ['PASSPORT', 'ID_CARD', 'OTHER'];

export const draftOf = (rules: PolicyRules): PolicyDraft => ({
  types: rules.document_types ?? documentTypes,
  allow: rules.issuing_countries?.allow?.join(', ') ?? '',
  deny: rules.issuing_countries?.deny?.join(', ') ?? '',
  days: rules.minimum_days_valid?.toString() ?? '',
  age: rules.minimum_age?.toString() ?? '',
  require_clone_protection: rules.require_clone_protection ?? false,
  refuse_weak: rules.refuse_weak ?? false,
  face_verification: rules.face_verification ?? false,
  claims: rules.claims,
});

/** Leaves out rules that demand nothing. */
export function rulesOf({ types, days, age, claims, ...draft }: PolicyDraft): PolicyRules {
  const [allow, deny] = [codesIn(draft.allow), codesIn(draft.deny)];
  const { require_clone_protection, refuse_weak, face_verification } = draft;
  return {
    ...(types.length < documentTypes.length && { document_types: types }),
    ...(allow.length + deny.length > 0 && {
      issuing_countries: { ...(allow.length > 0 && { allow }), ...(deny.length > 0 && { deny }) },
    }),
    ...(days && { minimum_days_valid: Number(days) }),
    ...(age && { minimum_age: Number(age) }),
    ...(require_clone_protection && { require_clone_protection }),
    ...(refuse_weak && { refuse_weak }),
    ...(face_verification && { face_verification }),
    ...(claims && { claims }),
  };
}

/** `se, DE  uno` is SE, DE and UNO. */
export const codesIn = (text: string): string[] => [
  ...new Set(
    text
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];

export const isCodeList = (text: string): boolean => codesIn(text).every((code) => /^[A-Z]{2,3}$/.test(code));
