import { Trans, useLingui } from '@lingui/react/macro';
import type { CustomerBill, StoredPaymentMethod } from '@sigill/sdk/portal';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paymentMethodsOptions, transactionsOptions } from '../../api/whole-lists';
import { facts } from '../../content/facts';
import { StateMark } from '../../ui/Badge';
import { formatCount } from '../../ui/format';
import { Microtext } from '../../ui/Microtext';
import { Seal } from '../../ui/Seal';
import { Load } from '../loading/Load';
import './invoice.css';
import { UtcDate, UtcPeriod } from './BillingDates';
import { useBillStates, useLineTexts, useMethodName } from './billing-texts';
import { Money } from './Money';
import { decimal, formatMoney, formatRate, negated, parseMoney } from './money';

export function Invoice({ bill }: { bill: CustomerBill }) {
  const { t } = useLingui();
  return (
    <article className="invoice max-w-[52rem] rounded-md border border-hairline bg-raised px-4 py-8 sm:px-12 sm:py-12">
      <Head bill={bill} />
      <Lines bill={bill} />
      <Load lines={3}>
        <Payments bill={bill} />
      </Load>
      <footer className="mt-12 space-y-3 text-sm text-muted">
        <Microtext text={`${facts.product} ${bill.id}`} />
        {bill.vat_category === 'REVERSE_CHARGE' && <p>{t`Reverse charge: the customer accounts for VAT.`}</p>}
        <p>{t`Prices in USD. All dates are in UTC.`}</p>
      </footer>
    </article>
  );
}

function Head({ bill }: { bill: CustomerBill }) {
  const { t } = useLingui();
  const states = useBillStates();
  return (
    <header className="mb-10">
      <div className="mb-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="flex items-center gap-2.5">
          <Seal className="size-9 text-accent" />
          <span className="display text-xl">{facts.product}</span>
        </p>
        {bill.state && <StateMark tone={states[bill.state].tone}>{states[bill.state].word}</StateMark>}
      </div>
      <dl className="grid gap-x-10 gap-y-5 sm:grid-cols-[1fr_auto]">
        <Named name={<Trans>Billed to</Trans>}>
          {bill.company ?? <span className="text-muted">{t`No company name`}</span>}
          {bill.vat_number && (
            <span className="block font-mono text-sm">
              <Trans>VAT number {bill.vat_number}</Trans>
            </span>
          )}
        </Named>
        <Named name={<Trans>Bill number</Trans>}>
          <span className="font-mono text-sm">{bill.id}</span>
        </Named>
        <Named name={<Trans>Billing cycle</Trans>}>
          <UtcPeriod start={bill.cycle_start} end={bill.cycle_end} />
        </Named>
        <Named name={<Trans>Date</Trans>}>
          <UtcDate value={bill.created} />
        </Named>
      </dl>
    </header>
  );
}

const Named = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="caps mb-1">{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Below 640 px, these columns keep zero width, because the sums span them; their content is shown below the name. */
const wide = 'max-sm:p-0';
const WideHead = ({ children }: { children: ReactNode }) => <span className="max-sm:sr-only">{children}</span>;
const Wide = ({ children }: { children: ReactNode }) => <span className="max-sm:hidden">{children}</span>;

function Lines({ bill }: { bill: CustomerBill }) {
  const { t, i18n } = useLingui();
  const textsOf = useLineTexts();
  const rate = formatRate(bill.vat_rate, i18n.locale);
  return (
    <table className="w-full border-collapse text-start">
      <caption className="sr-only">{t`Bill lines`}</caption>
      <thead>
        <tr className="border-b border-ink">
          <Th>{t`Item`}</Th>
          <Th right className={wide}>
            <WideHead>{t`Quantity`}</WideHead>
          </Th>
          <Th right className={wide}>
            <WideHead>{t`Unit price`}</WideHead>
          </Th>
          <Th right>{t`Amount`}</Th>
        </tr>
      </thead>
      <tbody>
        {bill.billables.map((line) => {
          const { name, text } = textsOf(line);
          const quantity = formatCount(line.quantity, i18n.locale);
          return (
            <tr key={`${line.name} ${line.unit_price}`} className="border-b border-hairline align-baseline">
              <th scope="row" className="py-3 font-normal max-sm:w-full">
                {name}
                <span className="block text-sm text-muted">{text}</span>
                <span className="block font-mono text-sm text-muted sm:hidden">
                  {quantity} × {formatMoney(line.unit_price, i18n.locale)}
                </span>
              </th>
              <td className={`py-3 ps-4 text-end ${wide}`}>
                <Wide>
                  <span className="font-mono text-sm">{quantity}</span>
                </Wide>
              </td>
              <td className={`py-3 ps-4 text-end ${wide}`}>
                <Wide>
                  <Money amount={line.unit_price} className="text-sm" />
                </Wide>
              </td>
              <td className="py-3 ps-4 text-end">
                <Money amount={line.total} className="text-sm" />
              </td>
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <Sum name={<Trans>Subtotal</Trans>} amount={bill.subtotal} />
        <Sum name={<Trans>VAT {rate}</Trans>} amount={bill.vat} />
        <Sum name={<Trans>Total</Trans>} amount={bill.total} strong />
      </tfoot>
    </table>
  );
}

function Payments({ bill }: { bill: CustomerBill }) {
  const { t } = useLingui();
  const { transactions } = useSuspenseQuery(transactionsOptions({ bill_id: bill.id })).data;
  const { payment_methods } = useSuspenseQuery(paymentMethodsOptions({ bill_id: bill.id })).data;
  const methods = new Map<number, StoredPaymentMethod>(payment_methods.map((method) => [method.id, method]));
  const nameOf = useMethodName();
  const left = transactions.reduce((sum, { amount }) => sum - parseMoney(amount), parseMoney(bill.total));
  if (bill.state === 'WAIVED') return null;
  return (
    <section className="mt-10">
      <h2 className="caps mb-2">{t`Transactions`}</h2>
      <table className="w-full border-collapse text-start">
        <caption className="sr-only">{t`Transactions for this bill`}</caption>
        <thead className="sr-only">
          <tr>
            <Th>{t`Type`}</Th>
            <Th>{t`Date`}</Th>
            <Th>{t`Amount`}</Th>
          </tr>
        </thead>
        <tbody className="border-t border-ink">
          {transactions.length === 0 && (
            <tr className="border-b border-hairline">
              <td colSpan={3} className="py-3 text-muted">{t`No payments yet.`}</td>
            </tr>
          )}
          {transactions.toReversed().map((transaction, index) => {
            const method = methods.get(transaction.payment_method_id);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the oldest comes first, and none is ever removed.
              <tr key={index} className="border-b border-hairline align-baseline">
                <th scope="row" className="py-3 font-normal max-sm:w-full">
                  <Trans>Charge</Trans>
                  {method && <span className="block text-sm text-muted">{nameOf(method)}</span>}
                  {transaction.created && (
                    <span className="block text-sm text-muted sm:hidden">
                      <UtcDate value={transaction.created} />
                    </span>
                  )}
                </th>
                <td className={`py-3 ps-4 text-sm whitespace-nowrap text-muted ${wide}`}>
                  <Wide>{transaction.created && <UtcDate value={transaction.created} />}</Wide>
                </td>
                <td className="py-3 ps-4 text-end">
                  <Money amount={negated(transaction.amount)} className="text-sm" />
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2} className="pt-3 text-end font-medium">{t`Amount due`}</th>
            <td className="pt-3 ps-4 text-end sm:w-32">
              <Money amount={decimal(left)} className="text-sm" />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

type Props = {
  right?: boolean;
  className?: string;
  children: ReactNode;
};

const Th = ({ right = false, className = '', children }: Props) => (
  <th scope="col" className={`caps py-2 ${right ? 'ps-4 text-end' : ''} ${className}`}>
    {children}
  </th>
);

const Sum = ({ name, amount, strong = false }: { name: ReactNode; amount: string; strong?: boolean }) => (
  <tr className={strong ? 'sm:text-lg' : ''}>
    <th
      scope="row"
      colSpan={3}
      className={`text-end whitespace-nowrap ${strong ? 'pt-3 font-medium' : 'pt-2 font-normal text-muted'}`}
    >
      {name}
    </th>
    <td className={`ps-4 text-end sm:w-32 ${strong ? 'pt-3' : 'pt-2'}`}>
      <Money amount={amount} className={strong ? '' : 'text-sm'} />
    </td>
  </tr>
);
