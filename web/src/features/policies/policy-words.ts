import { useLingui } from '@lingui/react/macro';
import type { DocumentType, PolicyRules } from '@sigill/sdk/portal';
import { useClaimWords } from '../sessions/claim-words';
import { stateName } from '../trust/state-name';

export function useTypeWords(): Record<DocumentType, string> {
  const { t } = useLingui();
  return { PASSPORT: t`Passports`, ID_CARD: t`Identity cards`, OTHER: t`Other documents` };
}

export function useRuleSentences(): (rules: PolicyRules) => string[] {
  const { t, i18n } = useLingui();
  const types = useTypeWords();
  const claims = useClaimWords();
  const list = (names: string[]) => new Intl.ListFormat(i18n.locale).format(names);
  return (rules) => {
    const { document_types, issuing_countries, minimum_days_valid: days, minimum_age: age } = rules;
    const states = (codes: string[]) => list(codes.map((code) => stateName(code, i18n.locale)));
    const sentences = [
      document_types && t`Accepts only: ${list(document_types.map((type) => types[type]))}`,
      issuing_countries?.allow && t`Only documents of: ${states(issuing_countries.allow)}`,
      issuing_countries?.deny && t`No documents of: ${states(issuing_countries.deny)}`,
      days && t`Valid for at least ${days} more days`,
      age && t`The holder is at least ${age} years old`,
      rules.require_clone_protection && t`The chip proves that it is the original`,
      rules.refuse_weak && t`No outdated algorithms or short keys`,
      rules.face_verification && t`The face matches the portrait`,
      rules.claims && t`Keeps only: ${list(rules.claims.map((claim) => claims[claim]))}`,
    ].filter((sentence): sentence is string => typeof sentence === 'string');
    return sentences.length > 0 ? sentences : [t`Accepts every genuine document`];
  };
}
