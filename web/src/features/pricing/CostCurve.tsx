import { Trans, useLingui } from '@lingui/react/macro';
import { facts } from '../../content/facts';
import { formatCount, formatUsd } from '../../ui/format';
import { break_even, costPerIdentity } from './cost';

const volumes = [100, 500, break_even, 5_000, 20_000, 100_000];
const from = { identities: 100, dollars: 0.01 };
const to = { identities: 100_000, dollars: 1 };
const width = 300;
const height = 200;

/** Positions on logarithmic scales, from 0 to 1: a volume from the left, a price from the top. */
const across = (identities: number) =>
  Math.log(identities / from.identities) / Math.log(to.identities / from.identities);
const down = (dollars: number) => 1 - Math.log(dollars / from.dollars) / Math.log(to.dollars / from.dollars);

const point = (identities: number, dollars: number) =>
  `${round(across(identities) * width)} ${round(down(dollars) * height)}`;
const round = (value: number) => Math.round(value * 10) / 10;

export function CostCurve() {
  const { t } = useLingui();
  return (
    <section aria-labelledby="curve" className="mt-20">
      <h2 id="curve" className="display text-2xl">{t`Price per identity`}</h2>
      <p className="mt-2 measure text-muted">
        <Trans>
          On Starter every identity costs the same. On Standard the service fee is spread over the month’s identities,
          so each costs less as volume grows.
        </Trans>
      </p>
      <div className="mt-12">
        <Picture />
      </div>
      <CostTable />
    </section>
  );
}

function Picture() {
  const { i18n } = useLingui();
  const usd = (amount: string) => formatUsd(amount, i18n.locale);
  const count = (value: number) => formatCount(value, i18n.locale);
  const { starter, standard } = curves();
  return (
    <svg aria-hidden="true" className="h-80 w-full overflow-visible">
      {/* The lines stretch to the full width, but the text does not. */}
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="overflow-visible"
        fill="none"
      >
        <g className="stroke-hairline">
          {[0.01, 0.1, 1].map((dollars) => (
            <path key={dollars} vectorEffect="non-scaling-stroke" d={`M0 ${down(dollars) * height}H${width}`} />
          ))}
        </g>
        <g className="stroke-accent" strokeWidth="0.6">
          {savings().map((line) => (
            <path key={line} vectorEffect="non-scaling-stroke" d={line} />
          ))}
        </g>
        <g strokeWidth="2">
          <path d={starter} vectorEffect="non-scaling-stroke" className="stroke-ink" />
          <path d={standard} vectorEffect="non-scaling-stroke" className="stroke-accent" />
        </g>
        <path
          d={`M${point(break_even, 0.1)}V${height}`}
          vectorEffect="non-scaling-stroke"
          className="stroke-ink"
          strokeDasharray="2 4"
        />
      </svg>
      <g className="fill-muted font-mono text-xs">
        {[usd('1.00'), usd('0.10'), usd('0.01')].map((price, index) => (
          <text key={price} y={`${index * 50}%`} dy={index === 1 ? 16 : -6}>
            {price}
          </text>
        ))}
        {[100, 1_000, 10_000, 100_000].map((identities, index) => (
          <text key={identities} x={percent(across(identities))} y="100%" dy="20" textAnchor={anchors[index]}>
            {count(identities)}
          </text>
        ))}
      </g>
      <circle cx={percent(across(break_even))} cy="50%" r="4.5" className="fill-ink stroke-paper" strokeWidth="2" />
      <g className="fill-ink text-sm">
        <text x={percent(across(break_even))} y="50%" dx="10" dy="-30" className="font-mono">
          {count(break_even)}
        </text>
        <text x={percent(across(break_even))} y="50%" dx="10" dy="-12" className="fill-muted text-xs">
          <Trans>Both cost the same</Trans>
        </text>
        <text y="50%" dy="-8">
          Starter
        </text>
        <text x={percent(across(260))} y={percent(down(0.4))} dx="10" className="fill-accent">
          Standard
        </text>
      </g>
    </svg>
  );
}

const anchors = ['start', 'middle', 'middle', 'end'] as const;
const percent = (part: number) => `${round(part * 100)}%`;

function curves() {
  const steps = Array.from({ length: 61 }, (_, step) => from.identities * 10 ** (step / 20));
  const line = (plan: 'starter' | 'standard') =>
    `M${steps.map((identities) => point(identities, Number(costPerIdentity(Math.round(identities))[plan]))).join('L')}`;
  return { starter: line('starter'), standard: line('standard') };
}

function savings(): string[] {
  const first = across(break_even);
  return Array.from({ length: 48 }, (_, line) => {
    const identities = from.identities * 10 ** (3 * (first + ((1 - first) * (line + 1)) / 48));
    const { starter, standard } = costPerIdentity(Math.round(identities));
    const x = round(across(identities) * width);
    return `M${x} ${round(down(Number(starter)) * height)}V${round(down(Number(standard)) * height)}`;
  });
}

function CostTable() {
  const { t, i18n } = useLingui();
  return (
    <>
      <table className="mt-14 w-full border-collapse text-right text-sm">
        <caption className="sr-only">{t`Cost of one verified identity by volume`}</caption>
        <thead>
          <tr className="border-b border-edge align-bottom">
            <th scope="col" className="py-2 pr-4 text-left font-normal text-muted">
              <Trans>Verified identities per month</Trans>
            </th>
            <th scope="col" className="py-2 pl-4 font-medium">
              Starter
            </th>
            <th scope="col" className="py-2 pl-4 font-medium">
              Standard
            </th>
          </tr>
        </thead>
        <tbody className="font-mono">
          {volumes.map((identities) => {
            const { starter, standard } = costPerIdentity(identities);
            return (
              <tr key={identities} className="border-b border-hairline">
                <th scope="row" className="py-2 pr-4 text-left font-normal">
                  {formatCount(identities, i18n.locale)}
                </th>
                <td className={`py-2 pl-4 ${identities <= break_even ? 'text-accent' : 'text-muted'}`}>
                  {priceOf(starter, i18n.locale)}
                </td>
                <td className={`py-2 pl-4 ${identities >= break_even ? 'text-accent' : 'text-muted'}`}>
                  {priceOf(standard, i18n.locale)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="mt-3 measure text-xs text-muted">
        <Trans>
          Excludes VAT and Starter’s {formatCount(facts.free_verifications, i18n.locale)} free verifications. Rounded to
          a hundredth of a cent.
        </Trans>
      </p>
    </>
  );
}

const priceOf = (amount: string, locale: string) =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  }).format(amount as Intl.StringNumericLiteral);
