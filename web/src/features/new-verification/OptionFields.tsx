import { useLingui } from '@lingui/react/macro';
import type { PersonLocale } from '@sigill/sdk/portal';
import { policyListOptions } from '@sigill/sdk/portal/react-query';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { may, useMay } from '../../api/role';
import { faces } from '../../content/faces';
import { SelectField, SwitchField } from '../../ui/Field';
import { useFaceHint } from '../policies/face-hint';
import { PageLanguageField } from './PageLanguageField';

export type VerificationOptions = {
  locale: PersonLocale | '';
  face_verification: boolean;
  passport_only: boolean;
  specimen: boolean;
  policy: string;
};

type Props = { value: VerificationOptions; onChange: (value: VerificationOptions) => void };

export function OptionFields({ value, onChange }: Props) {
  const { t } = useLingui();
  const flag = (name: 'face_verification' | 'passport_only' | 'specimen') => ({
    checked: value[name],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ ...value, [name]: target.checked }),
  });
  return (
    <>
      <PageLanguageField value={value.locale} onChange={(locale) => onChange({ ...value, locale })} />
      <PolicyField value={value.policy} onChange={(policy) => onChange({ ...value, policy })} />
      <div className="space-y-5">
        <SwitchField
          {...flag('face_verification')}
          label={t`Compare the face`}
          hint={useFaceHint()}
          disabled={!faces.words.includes(value.specimen ? 'demo' : 'live')}
        />
        <SwitchField {...flag('passport_only')} label={t`Passports only`} hint={t`Identity cards are rejected.`} />
        <SwitchField
          {...flag('specimen')}
          label={t`Specimen documents only`}
          hint={t`To try it out: accepts no real document and is never billed.`}
        />
      </div>
    </>
  );
}

const policyOptions = () => policyListOptions({ limit: 100 });

/** Await this before showing a form, because the form has a policy field only if the account has policies. */
export const loadPolicies = async (queryClient: QueryClient): Promise<void> => {
  if (may('policy.list')) await queryClient.prefetchQuery(policyOptions());
};

/** Renders nothing in an account without policies. A chosen policy stays visible after it was deleted. */
function PolicyField({ value, onChange }: { value: string; onChange: (policy: string) => void }) {
  const { t } = useLingui();
  const { data } = useQuery({ ...policyOptions(), enabled: useMay('policy.list') });
  const names = new Set([...(data?.policies ?? []).map(({ name }) => name), value].filter(Boolean));
  if (names.size === 0) return null;
  const chosen = data?.policies.find(({ name }) => name === value);
  return (
    <SelectField
      label={t`Policy`}
      hint={
        chosen?.rules.claims
          ? t`Only the answers are kept. An approved session is billed as one verified identity all the same.`
          : t`Its rules apply as well.`
      }
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{t`No policy`}</option>
      {[...names].map((name) => (
        <option key={name}>{name}</option>
      ))}
    </SelectField>
  );
}
