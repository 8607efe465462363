import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { SelectField } from '../../ui/Field';
import { inAlphabeticalOrder } from '../coverage/countries';
import { usePageLocale } from '../coverage/use-page-locale';

type Props = Omit<ComponentProps<typeof SelectField>, 'children'>;

/** A choice of one country, by its name in the language of the page. */
export function CountryField(props: Props) {
  const { t } = useLingui();
  const locale = usePageLocale();
  return (
    <SelectField {...props}>
      <option value="">{t`Choose a country`}</option>
      {inAlphabeticalOrder(locale).map(({ code, names }) => (
        <option key={code} value={code}>
          {names[locale]}
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
