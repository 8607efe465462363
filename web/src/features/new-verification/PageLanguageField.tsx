import { useLingui } from '@lingui/react/macro';
import type { PersonLocale } from '@sigill/sdk/portal';
import { languageNames, languages } from '../../i18n/languages';
import { SelectField } from '../../ui/Field';

type Value = PersonLocale | '';
type Props = { value: Value; onChange: (value: Value) => void; className?: string };

/** Empty for the account's default. */
export function PageLanguageField({ value, onChange, className }: Props) {
  const { t } = useLingui();
  return (
    <SelectField
      label={t`Page language`}
      value={value}
      onChange={({ target }) => onChange(target.value as Value)}
      className={className}
    >
      <option value="">{t`Account default`}</option>
      {languages.map((known) => (
        <option key={known} value={known} lang={known}>
          {languageNames[known]}
        </option>
      ))}
    </SelectField>
  );
}
