import { Trans, useLingui } from '@lingui/react/macro';
import type { BillTransaction, CustomerBill, StoredPaymentMethod } from '@sigill/sdk/portal';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { invoiceTexts, isDeduction, lineTexts, vatName } from '../../../../openapi/facts/invoice-texts';
import { paymentMethodsOptions, transactionsOptions } from '../../api/whole-lists';
import { facts } from '../../content/facts';
import { StateMark } from '../../ui/Badge';
import { formatCount } from '../../ui/format';
import { GuillocheBand } from '../../ui/Guilloche';
import { Microtext } from '../../ui/Microtext';
import { Seal } from '../../ui/Seal';
import { usePageLocale } from '../coverage/use-page-locale';
import { Load } from '../loading/Load';
import './invoice.css';
import { UtcDate, UtcPeriod } from './BillingDates';
import { useBillStates, useMethodName } from './billing-texts';
import { useCountryName } from './CountryField';
import { Money } from './Money';
import { decimal, formatMoney, formatRate, negated, parseMoney } from './money';

const useTexts = () => invoiceTexts[usePageLocale()];

const referenceOf = ({ number, id }: CustomerBill): string => number ?? String(id);

/** The parts are in the same order as in the PDF. */
export function Invoice({ bill }: { bill: CustomerBill }) {
  const texts = useTexts();
  const locale = usePageLocale();
  const { vat_category: rule } = bill;
  return (
    <article
      lang={locale}
      className="invoice relative max-w-[52rem] overflow-hidden rounded-md border border-hairline bg-raised px-4 pt-20 pb-8 sm:px-12 sm:pt-24 sm:pb-12"
    >
      <GuillocheBand name={referenceOf(bill)} className="absolute inset-x-0 top-1 text-accent opacity-60" />
      <Head bill={bill} />
      <Lines bill={bill} />
      <Load lines={3}>
        <Payments bill={bill} />
      </Load>
      <footer className="mt-12 space-y-3 text-sm text-muted">
        <Microtext text={`${facts.product} ${referenceOf(bill)}`} />
        {bill.paid && (
          <p className="text-ink">
            {texts.PAID}: <UtcDate value={bill.paid} />
          </p>
        )}
        {(rule === 'REVERSE_CHARGE' || rule === 'OUT_OF_SCOPE') && <p className="text-ink">{texts[rule]}</p>}
        <p>{texts.prices}</p>
      </footer>
    </article>
  );
}

function Head({ bill }: { bill: CustomerBill }) {
  const texts = useTexts();
  const states = useBillStates();
  const {
    seller = { name: facts.product, address: [] },
    buyer = { address: [] },
    state,
    due,
    bank_account: bank,
  } = bill;
  return (
    <header className="mb-10">
      <p className="mb-8 flex items-center gap-2.5">
        <Seal className="size-9 text-accent" />
        <span className="display text-xl">{seller.name}</span>
      </p>
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="display text-2xl wrap-anywhere">
          {texts.invoice} <span className="whitespace-nowrap">{referenceOf(bill)}</span>
        </h2>
        {state && <StateMark tone={states[state].tone}>{texts[state]}</StateMark>}
      </div>
      <div className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
        <Party title={texts.from} {...seller} />
        <Party title={texts.billed_to} {...buyer} name={buyer.company ?? buyer.name ?? texts.no_company} />
        <dl className="space-y-4">
          <Named name={texts.number}>{referenceOf(bill)}</Named>
          <Named name={texts.issued}>
            <UtcDate value={bill.created} />
          </Named>
          <Named name={texts.cycle}>
            <UtcPeriod start={bill.cycle_start} end={bill.cycle_end} />
          </Named>
        </dl>
        <dl className="space-y-4">
          {due && (
            <Named name={texts.due}>
              <UtcDate value={due} />
            </Named>
          )}
          {due && bank && (
            <>
              <Named name={texts.bank_account}>
                <span className="block">{bank.iban.replace(/.{4}(?=.)/g, '$& ')}</span>
                {bank.bic && <span className="block">{bank.bic}</span>}
                {bank.bank}
              </Named>
              <Named name={texts.reference}>{referenceOf(bill)}</Named>
            </>
          )}
          {buyer.purchase_order && <Named name={texts.order}>{buyer.purchase_order}</Named>}
        </dl>
      </div>
    </header>
  );
}

type PartyProps = { title: string; name: string; address: string[]; country?: string; vat_number?: string };

function Party({ title, name, address, country, vat_number }: PartyProps) {
  const texts = useTexts();
  const countryName = useCountryName();
  return (
    <section className="min-w-0 wrap-anywhere">
      <h3 className="caps mb-1">{title}</h3>
      <p className="font-medium">{name}</p>
      {address.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a bill never change.
        <p key={index}>{line}</p>
      ))}
      {country && <p>{countryName(country)}</p>}
      {vat_number && (
        <p>
          {texts.vat_number} {vat_number}
        </p>
      )}
    </section>
  );
}

const Named = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div className="min-w-0 wrap-anywhere">
    <dt className="caps mb-1">{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** A cell of a column that is empty below 640 px, where its content is below the name. The column remains, because the totals span it. */
const WideTd = ({ className, children }: { className: string; children: ReactNode }) => (
  <td className={`py-3 ps-4 max-sm:p-0 ${className}`}>
    <span className="max-sm:hidden">{children}</span>
  </td>
);

function Lines({ bill }: { bill: CustomerBill }) {
  const { t, i18n } = useLingui();
  const locale = usePageLocale();
  const texts = useTexts();
  return (
    <table className="w-full border-collapse text-start">
      <caption className="sr-only">{t`Invoice lines`}</caption>
      <thead>
        <tr className="border-b border-ink">
          <Th>{texts.item}</Th>
          <Th className="ps-4 text-end max-sm:p-0">
            <span className="max-sm:sr-only">{texts.quantity}</span>
          </Th>
          <Th className="ps-4 text-end max-sm:p-0">
            <span className="max-sm:sr-only">{texts.unit_price}</span>
          </Th>
          <Th className="ps-4 text-end">{texts.amount}</Th>
        </tr>
      </thead>
      <tbody>
        {bill.billables.map((line) => {
          const { name, text } = lineTexts(locale, line);
          const priced = !isDeduction(line);
          const quantity = formatCount(line.quantity, i18n.locale);
          return (
            <tr key={`${line.name} ${line.unit_price}`} className="border-b border-hairline align-baseline">
              <th scope="row" className="py-3 font-normal max-sm:w-full">
                {name}
                {text && <span className="block text-sm text-muted">{text}</span>}
                {priced && (
                  <span className="block font-mono text-sm text-muted sm:hidden">
                    {quantity} × {formatMoney(line.unit_price, i18n.locale)}
                  </span>
                )}
              </th>
              <WideTd className="text-end">{priced && <span className="font-mono text-sm">{quantity}</span>}</WideTd>
              <WideTd className="text-end">{priced && <Money amount={line.unit_price} className="text-sm" />}</WideTd>
              <td className="py-3 ps-4 text-end">
                <Money amount={line.total} className="text-sm" />
              </td>
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <Sums bill={bill} />
      </tfoot>
    </table>
  );
}

function Sums({ bill }: { bill: CustomerBill }) {
  const { i18n } = useLingui();
  const locale = usePageLocale();
  const texts = useTexts();
  const { balance = '0.00', amount_due = bill.total } = bill;
  const credited = parseMoney(amount_due) - parseMoney(bill.total) - parseMoney(balance);
  return (
    <>
      <Sum name={texts.subtotal} amount={bill.subtotal} />
      {bill.vat_category && (
        <Sum name={`${vatName(locale, bill)} ${formatRate(bill.vat_rate, i18n.locale)}`} amount={bill.vat} />
      )}
      <Sum name={texts.total} amount={bill.total} strong />
      {parseMoney(balance) !== 0n && <Sum name={texts.balance} amount={balance} />}
      {credited !== 0n && <Sum name={texts.credited} amount={decimal(credited)} />}
      {bill.state !== 'WAIVED' && (
        <Sum name={texts.amount_due} amount={bill.state === 'OPEN' ? amount_due : '0.00'} strong />
      )}
    </>
  );
}

function Payments({ bill }: { bill: CustomerBill }) {
  const { t } = useLingui();
  const { transactions } = useSuspenseQuery(transactionsOptions({ bill_id: bill.id })).data;
  const { payment_methods } = useSuspenseQuery(paymentMethodsOptions({ bill_id: bill.id })).data;
  const methods = new Map<number, StoredPaymentMethod>(payment_methods.map((method) => [method.id, method]));
  const nameOf = useMethodName();
  if (transactions.length === 0) return null;
  return (
    <section className="mt-10">
      <h3 className="caps mb-2">{t`Payments`}</h3>
      <table className="w-full border-collapse text-start">
        <caption className="sr-only">{t`Payments of this invoice`}</caption>
        <thead className="sr-only">
          <tr>
            <Th>{t`Type`}</Th>
            <Th>{t`Date`}</Th>
            <Th>{t`Amount`}</Th>
          </tr>
        </thead>
        <tbody className="border-t border-ink">
          {transactions.toReversed().map((transaction, index) => {
            const method = methods.get(transaction.payment_method_id);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the oldest comes first, and none is ever removed.
              <tr key={index} className="border-b border-hairline align-baseline">
                <th scope="row" className="py-3 font-normal max-sm:w-full">
                  {transaction.type === 'REFUND' ? <Trans>Refund</Trans> : <Trans>Charge</Trans>}
                  {method && <span className="block text-sm text-muted">{nameOf(method)}</span>}
                  {transaction.created && (
                    <span className="block text-sm text-muted sm:hidden">
                      <UtcDate value={transaction.created} />
                    </span>
                  )}
                </th>
                <WideTd className="text-sm whitespace-nowrap text-muted">
                  {transaction.created && <UtcDate value={transaction.created} />}
                </WideTd>
                <td className="py-3 ps-4 text-end">
                  <Money amount={signed(transaction)} className="text-sm" />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

const signed = ({ type, amount }: BillTransaction) => (type === 'REFUND' ? amount : negated(amount));

const Th = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <th scope="col" className={`caps py-2 ${className}`}>
    {children}
  </th>
);

const Sum = ({ name, amount, strong = false }: { name: ReactNode; amount: string; strong?: boolean }) => (
  <tr className={strong ? 'sm:text-lg' : ''}>
    <th
      scope="row"
      colSpan={3}
      className={`text-end whitespace-nowrap ${strong ? 'display pt-3 font-normal' : 'pt-2 font-normal text-muted'}`}
    >
      {name}
    </th>
    <td className={`ps-4 text-end sm:w-32 ${strong ? 'pt-3' : 'pt-2'}`}>
      {strong ? <SerifMoney amount={amount} /> : <Money amount={amount} className="text-sm" />}
    </td>
  </tr>
);

function SerifMoney({ amount }: { amount: string }) {
  const { i18n } = useLingui();
  return <span className="display whitespace-nowrap tabular-nums">{formatMoney(amount, i18n.locale)}</span>;
}
