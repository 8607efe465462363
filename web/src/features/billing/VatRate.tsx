import { Trans, useLingui } from '@lingui/react/macro';
import type { BillingAccount } from '@sigill/sdk/portal';
import { UtcDate } from './BillingDates';
import { useCountryName } from './CountryField';
import { formatRate } from './money';
import { hasVatNumbers } from './vat-area';

export function VatRate({ account }: { account: BillingAccount }) {
  const { t, i18n } = useLingui();
  const countryName = useCountryName();
  const { country, vat_rate, vat_country, card_country, next_vat } = account;
  if (!country) return <span className="text-muted">{t`Depends on your country`}</span>;
  return (
    <span className="block space-y-1">
      <span className="block">
        {formatRate(vat_rate, i18n.locale)}
        {vat_country && vat_country !== country && ` (${countryName(vat_country)})`}
      </span>
      {next_vat && next_vat.vat_rate !== vat_rate && <NextRate {...next_vat} />}
      {card_country && <Contradiction country={country} card={card_country} />}
    </span>
  );
}

function NextRate({ from, vat_rate }: NonNullable<BillingAccount['next_vat']>) {
  const { i18n } = useLingui();
  const rate = formatRate(vat_rate, i18n.locale);
  return (
    <span className="block text-sm text-muted">
      <Trans>
        {rate} from <UtcDate value={from} />, when the next cycle starts
      </Trans>
    </span>
  );
}

function Contradiction({ country, card }: { country: string; card: string }) {
  const { t } = useLingui();
  const countryName = useCountryName();
  const [billing, issuing] = [countryName(country), countryName(card)];
  return (
    <span className="block text-sm text-muted">
      {t`Your billing country is ${billing}, but the country of your card is ${issuing}: the higher of the two VAT rates applies.`}{' '}
      {hasVatNumbers(country)
        ? t`Enter a VAT number, or use a card of your billing country.`
        : t`To change that, use a card of your billing country.`}
    </span>
  );
}
