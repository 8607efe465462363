import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { facts } from '../../content/facts';
import { formatCount, formatUsd } from '../../ui/format';
import { Icon } from '../../ui/Icon';
import { inputClass } from '../../ui/input-class';
import { break_even, monthlyCost } from './cost';

const stops = [
  0, 50, 100, 250, 500, 750, 1_000, 1_100, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000, 20_000, 50_000, 100_000, 250_000,
  500_000, 1_000_000,
];
const most_identities = 10_000_000;

export function CostCalculator() {
  const { t, i18n } = useLingui();
  const id = useId();
  const [typed, setTyped] = useState('1000');
  const identities = Math.min(Number(typed.replace(/\D/g, '')), most_identities);
  const cost = monthlyCost(identities);
  const usd = (amount: string) => formatUsd(amount, i18n.locale);
  const count = (value: number) => formatCount(value, i18n.locale);
  const free = count(facts.free_verifications);
  const first = usd(cost.starter_first);
  const limit = count(break_even);
  const highest = Math.max(Number(cost.starter), Number(cost.standard));
  return (
    <div className="mt-6 grid gap-x-16 gap-y-8 rounded-md border border-hairline bg-raised p-6 sm:p-8 lg:grid-cols-[2fr_3fr]">
      <div>
        <label htmlFor={id} className="text-sm font-medium">{t`Verified identities per month`}</label>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          value={typed}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
          className={`${inputClass} mt-1 font-mono text-lg`}
        />
        <input
          type="range"
          aria-label={t`Verified identities per month`}
          aria-valuetext={count(identities)}
          min={0}
          max={stops.length - 1}
          value={nearestStop(identities)}
          onChange={(event) => setTyped(String(stops[Number(event.target.value)]))}
          className="mt-4 block h-8 w-full cursor-pointer accent-accent"
        />
        <p className="mt-2 text-sm text-muted">{t`Standard costs less above ${limit} verified identities a month.`}</p>
      </div>
      <div aria-live="polite" className="space-y-6">
        <Line name="Starter" amount={cost.starter} highest={highest} best={identities < break_even}>
          {t`${first} in the month you use the ${free} free verifications.`}
        </Line>
        <Line name="Standard" amount={cost.standard} highest={highest} best={identities > break_even}>
          {t`Service fee included.`}
        </Line>
        <p className="text-xs text-muted">{t`Excludes VAT, which is added where the law requires it.`}</p>
      </div>
    </div>
  );
}

type Props = { name: string; amount: string; highest: number; best: boolean; children: ReactNode };

function Line({ name, amount, highest, best, children }: Props) {
  const { t, i18n } = useLingui();
  // A float, used only for the length of the bar.
  const share = highest && Number(amount) / highest;
  return (
    <div>
      <p className="flex items-baseline justify-between gap-x-4">
        <span className="caps">{name}</span>
        <span className="font-mono text-xl whitespace-nowrap">{formatUsd(amount, i18n.locale)}</span>
      </p>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" className="mt-2 block h-1.5 w-full">
        <rect width="100" height="1" className="fill-hairline" />
        <rect width={share * 100} height="1" className={best ? 'fill-accent' : 'fill-edge'} />
      </svg>
      <p className="mt-2 flex min-h-6 flex-wrap gap-x-4 text-sm text-muted">
        {best && (
          <span className="inline-flex items-center gap-1.5 font-medium text-accent">
            <Icon name="check" className="size-4" />
            {t`Costs less`}
          </span>
        )}
        <span>{children}</span>
      </p>
    </div>
  );
}

const nearestStop = (identities: number) => {
  const nextStop = stops.findIndex((stop) => stop >= identities);
  return nextStop < 0 ? stops.length - 1 : nextStop;
};
