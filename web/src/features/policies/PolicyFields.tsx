import { useLingui } from '@lingui/react/macro';
import type { SessionClaim } from '@sigill/sdk/portal';
import { type ReactNode, useId } from 'react';
import { Field, SwitchField } from '../../ui/Field';
import { useClaimWords } from '../sessions/claim-words';
import { useFaceHint } from './face-hint';
import { documentTypes, isCodeList, type PolicyDraft } from './policy-draft';
import { useTypeWords } from './policy-words';

type Props = { draft: PolicyDraft; onChange: (draft: PolicyDraft) => void };

export function PolicyFields({ draft, onChange }: Props) {
  const { t } = useLingui();
  const types = useTypeWords();
  const set = (changes: Partial<PolicyDraft>) => onChange({ ...draft, ...changes });
  const wrongCodes = (text: string) => ({
    ...(!isCodeList(text) && { error: t`Two or three letters each, such as SE` }),
  });
  const number = { type: 'number', inputMode: 'numeric', autoComplete: 'off', min: 1, optional: t`Optional` } as const;
  return (
    <>
      <Choices legend={t`Accepted documents`}>
        {documentTypes.map((type) => (
          <Choice
            key={type}
            checked={draft.types.includes(type)}
            onChange={() => set({ types: toggled(documentTypes, draft.types, type) })}
          >
            {types[type]}
          </Choice>
        ))}
      </Choices>
      <Field
        label={t`Only documents of these States`}
        optional={t`Optional`}
        autoComplete="off"
        hint={t`Two-letter codes, such as SE, DE. UTO is the State of the specimens.`}
        value={draft.allow}
        onChange={({ target }) => set({ allow: target.value })}
        {...wrongCodes(draft.allow)}
      />
      <Field
        label={t`No documents of these States`}
        optional={t`Optional`}
        autoComplete="off"
        value={draft.deny}
        onChange={({ target }) => set({ deny: target.value })}
        {...wrongCodes(draft.deny)}
      />
      <div className="grid gap-x-6 gap-y-6 sm:grid-cols-2">
        <Field
          {...number}
          label={t`Minimum age in years`}
          max={120}
          value={draft.age}
          onChange={({ target }) => set({ age: target.value })}
        />
        <Field
          {...number}
          label={t`Days the document must still be valid`}
          max={3650}
          value={draft.days}
          onChange={({ target }) => set({ days: target.value })}
        />
      </div>
      <SwitchField
        label={t`Require clone protection`}
        hint={t`Rejects documents whose chip cannot prove that it is the original. Many older documents cannot.`}
        checked={draft.require_clone_protection}
        onChange={({ target }) => set({ require_clone_protection: target.checked })}
      />
      <SwitchField
        label={t`Reject weak documents`}
        hint={t`Rejects documents with an outdated algorithm or a short key.`}
        checked={draft.refuse_weak}
        onChange={({ target }) => set({ refuse_weak: target.checked })}
      />
      <SwitchField
        label={t`Compare the face`}
        hint={useFaceHint()}
        checked={draft.face_verification}
        onChange={({ target }) => set({ face_verification: target.checked })}
      />
      <Claims claims={draft.claims} onChange={(claims) => set({ claims })} />
    </>
  );
}

function Claims({
  claims,
  onChange,
}: {
  claims: SessionClaim[] | undefined;
  onChange: (claims?: SessionClaim[]) => void;
}) {
  const { t } = useLingui();
  const words = useClaimWords();
  const name = useId();
  const known = Object.keys(words) as SessionClaim[];
  const choose = (claim: SessionClaim) => {
    const next = toggled(known, claims ?? [], claim);
    if (next.length > 0) onChange(next);
  };
  return (
    <Choices legend={t`What is kept`}>
      <Choice type="radio" name={name} checked={!claims} onChange={() => onChange()}>
        {t`All data of the document, for as long as the account keeps data`}
      </Choice>
      <Choice type="radio" name={name} checked={claims !== undefined} onChange={() => onChange(['age_over_18'])}>
        {t`Only these answers; everything else is deleted at the verdict`}
      </Choice>
      {claims && (
        <div className="mt-1 sm:ms-6">
          <p className="text-sm text-muted">{t`An approved session is billed as one verified identity all the same.`}</p>
          {known.map((claim) => (
            <Choice key={claim} checked={claims.includes(claim)} onChange={() => choose(claim)}>
              {words[claim]}
            </Choice>
          ))}
        </div>
      )}
    </Choices>
  );
}

const toggled = <T,>(all: readonly T[], chosen: readonly T[], one: T): T[] =>
  all.filter((each) => chosen.includes(each) !== (each === one));

const Choices = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset>
    <legend className="mb-1 text-sm font-medium">{legend}</legend>
    {children}
  </fieldset>
);

type ChoiceProps = {
  type?: 'checkbox' | 'radio';
  name?: string;
  checked: boolean;
  onChange: () => void;
  children: ReactNode;
};

const Choice = ({ type = 'checkbox', children, ...control }: ChoiceProps) => (
  <label className="flex min-h-8 items-start gap-2 py-1">
    <input {...control} type={type} className="mt-1 size-4 shrink-0 accent-accent" />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </label>
);
