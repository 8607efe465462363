import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { faces } from '../../content/faces';
import { facts } from '../../content/facts';
import { buttonClass } from '../../ui/Button';
import { formatCount, formatUsd } from '../../ui/format';
import { Guilloche } from '../../ui/Guilloche';
import { Island } from '../islands/Island';
import { ButtonLink } from '../navigation/LocaleLink';
import { SitePage } from '../page/SitePage';
import { CostCalculator } from './CostCalculator';
import { CostCurve } from './CostCurve';

const { starter, standard } = facts.plans;
const contact = `mailto:${facts.support_email}`;

export function PricingPage() {
  const { t, i18n } = useLingui();
  const price = formatUsd(standard.unit_price, i18n.locale);
  return (
    <>
      <SitePage
        name="pricing"
        art="band"
        title={t`Self service`}
        description={t`From ${price} per verified identity, billed monthly. Failed and rejected identities are free.`}
        lead={<Trans>You pay for verified identities. Failed and rejected ones are free.</Trans>}
      >
        <Plans />
        <section aria-labelledby="calculator" className="mt-20">
          <h2 id="calculator" className="display text-2xl">{t`Estimate your monthly cost`}</h2>
          <Island name="calculator">
            <CostCalculator />
          </Island>
        </section>
        <CostCurve />
      </SitePage>
      <Enterprise />
    </>
  );
}

function Plans() {
  const { t, i18n } = useLingui();
  const usd = (amount: string) => formatUsd(amount, i18n.locale);
  const free = formatCount(facts.free_verifications, i18n.locale);
  const fee = usd(standard.monthly_commitment);
  const monthly = t`Billed monthly`;
  const atNoCost = t`Free`;
  const ask = t`Contact us`;
  const rows: [name: string, starter: string, standard: string, note?: ReactNode][] = [
    [t`Billing`, monthly, monthly],
    [t`Service fee`, t`No service fee`, t`${fee} per month`],
    [t`Free trial`, t`First ${free} verifications free`, t`No free trial`],
    [t`Failed or rejected identities`, atNoCost, atNoCost],
    [t`1:1 facial verification`, atNoCost, atNoCost, <Needed key="face" needs="face" />],
    [t`Liveness detection`, atNoCost, atNoCost, <Needed key="liveness" needs="liveness" />],
    [t`Facial spoofing detection`, atNoCost, atNoCost, <Needed key="spoofing" needs="liveness" />],
    [
      t`Age verification`,
      atNoCost,
      atNoCost,
      <span key="age" className="mt-1 block text-xs text-muted">
        {t`Part of a verified identity, which you pay for once. Keeping only the answer costs the same.`}
      </span>,
    ],
    [t`Strong authentication`, ask, ask],
    [t`Electronic signature`, ask, ask],
  ];
  return (
    <table className="block w-full table-fixed border-collapse text-left sm:table">
      <caption className="sr-only">{t`Plans compared`}</caption>
      <thead className="block sm:table-header-group">
        <tr className={rowClass}>
          <td className="max-sm:hidden sm:w-[36%]" />
          <PlanHead name="Starter" price={usd(starter.unit_price)} />
          <PlanHead name="Standard" price={usd(standard.unit_price)} />
        </tr>
      </thead>
      <tbody className="block text-sm sm:table-row-group">
        {rows.map(([name, first, second, note]) => (
          <tr key={name} className={`${rowClass} border-t border-hairline max-sm:py-2`}>
            <th scope="row" className="col-span-2 font-normal max-sm:text-xs max-sm:text-muted sm:py-3 sm:pr-6">
              {name}
              {note}
            </th>
            <Value value={first} free={first === atNoCost} />
            <Value value={second} free={second === atNoCost} />
          </tr>
        ))}
      </tbody>
      <tfoot className="block sm:table-footer-group">
        <tr className={`${rowClass} border-t border-ink`}>
          <td className="text-sm text-muted max-sm:order-last max-sm:col-span-2 sm:py-6">{t`Prices in USD`}</td>
          <td className="pt-5 sm:pr-6 sm:pb-5 max-sm:col-span-2">
            <ButtonLink to="/sign-up" size="small" className="max-sm:w-full">{t`Sign up now`}</ButtonLink>
          </td>
          <td className="max-sm:col-span-2 max-sm:pt-3 max-sm:pb-5 sm:py-5">
            <a href={contact} className={`${buttonClass({ variant: 'secondary', size: 'small' })} max-sm:w-full`}>
              <Trans>Contact us to upgrade</Trans>
            </a>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

const rowClass = 'grid grid-cols-2 align-top sm:table-row';

function PlanHead({ name, price }: { name: string; price: string }) {
  const { t } = useLingui();
  return (
    <th scope="col" className="border-t-2 border-accent pt-4 pr-4 pb-6 font-normal sm:pr-6">
      <span className="caps block">{name}</span>
      <span className="mt-2 block font-mono text-2xl whitespace-nowrap sm:text-4xl">{price}</span>
      <span className="mt-1 block text-xs text-muted sm:text-sm">{t`per verified identity`}</span>
    </th>
  );
}

/** Whose face verification the line offers, or that nobody's is connected. */
function Needed({ needs }: { needs: 'face' | 'liveness' }) {
  const { t } = useLingui();
  const provider = faces.provider;
  return (
    <>
      <span className={`with-${needs} block text-xs text-muted`}>{t`by ${provider}`}</span>
      <span className={`without-${needs} block text-xs text-muted`}>
        {needs === 'face'
          ? t`with a face provider; none is connected here`
          : t`with a provider that offers it; none is connected here`}
      </span>
    </>
  );
}

const Value = ({ value, free }: { value: string; free: boolean }) => (
  <td className={`pr-4 sm:py-3 sm:pr-6 ${free ? 'text-accent' : ''}`}>{value}</td>
);

function Enterprise() {
  const { t } = useLingui();
  const offers = [
    { name: t`Tailored solutions`, text: t`Flows, terms and integrations that fit how you work.` },
    { name: t`Volume discounts`, text: t`A lower price per verified identity for large volumes.` },
    { name: t`Dedicated support`, text: t`People who know your integration and respond.` },
  ];
  return (
    <section
      aria-labelledby="enterprise"
      className="relative mt-24 -mb-24 overflow-hidden border-t border-hairline pb-24"
    >
      <Guilloche
        name="enterprise"
        className="absolute -bottom-72 -left-72 size-[36rem] text-rose opacity-12 sm:-left-56"
      />
      <div className="page relative grid gap-x-16 gap-y-10 pt-20 lg:grid-cols-[1fr_2fr]">
        <div>
          <h2 id="enterprise" className="display text-3xl">
            Enterprise
          </h2>
          <p className="mt-4 measure text-muted">{t`When list prices aren’t enough.`}</p>
          <a href={contact} className={`${buttonClass()} mt-6`}>{t`Contact us`}</a>
        </div>
        <dl className="divide-y divide-hairline border-y border-hairline">
          {offers.map(({ name, text }) => (
            <div key={name} className="grid gap-x-8 gap-y-1 py-5 sm:grid-cols-[14rem_1fr]">
              <dt className="display text-lg">{name}</dt>
              <dd className="text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
