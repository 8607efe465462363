import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import codes from '../../content/coverage.json?codes';
import { SelectField } from '../../ui/Field';
import { usePageLocale } from '../coverage/use-page-locale';

type Props = Omit<ComponentProps<typeof SelectField>, 'children'>;

export function CountryField(props: Props) {
  const { t } = useLingui();
  const locale = usePageLocale();
  const nameOf = useCountryName();
  const { compare } = new Intl.Collator(locale);
  const countries = codes
    .split(' ')
    .map((code) => ({ code, name: nameOf(code) }))
    .sort((a, b) => compare(a.name, b.name));
  return (
    <SelectField {...props}>
      <option value="">{t`Choose a country`}</option>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

export function useCountryName(): (code: string) => string {
  const locale = usePageLocale();
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  return (code) => names.of(code) ?? code;
}
