import { Plural, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { Load } from '../loading/Load';
import { usePanels } from './later-panels';
import { type Window, windows } from './windows';

type Shown = { days: Window; specimen: boolean };

export function OverviewSection({ days, specimen, onChange }: Shown & { onChange: (change: Partial<Shown>) => void }) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="overview" className="min-w-0">
      <div className="mb-8 flex flex-wrap items-center gap-x-6 gap-y-4">
        <h2 id="overview" className="display mr-auto text-xl">{t`Overview`}</h2>
        <label
          data-print="hidden"
          className="flex min-h-8 cursor-pointer items-center gap-2 text-sm text-muted hover:text-ink"
        >
          <input
            type="checkbox"
            checked={specimen}
            onChange={({ target }) => onChange({ specimen: target.checked })}
            className="size-4 accent-accent"
          />
          {t`Specimen sessions`}
        </label>
        <WindowSwitch value={days} onChange={(days) => onChange({ days })} />
      </div>
      <Load lines={12}>
        <Panels days={days} specimen={specimen} />
      </Load>
    </section>
  );
}

function Panels(shown: Shown) {
  const { Overview } = usePanels();
  return <Overview {...shown} />;
}

function WindowSwitch({ value, onChange }: { value: Window; onChange: (value: Window) => void }) {
  const { t } = useLingui();
  const name = useId();
  return (
    <fieldset data-print="hidden" className="flex w-fit rounded-md border border-edge p-0.5 text-sm">
      <legend className="sr-only">{t`Days shown`}</legend>
      {windows.map((option) => (
        <label
          key={option}
          className="cursor-pointer rounded-sm px-2 sm:px-3 py-1 whitespace-nowrap text-muted hover:text-ink has-checked:bg-accent-wash has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            checked={value === option}
            onChange={() => onChange(option)}
            className="sr-only"
          />
          {option === 1 ? t`Today` : <Plural value={option} one="# day" other="# days" />}
        </label>
      ))}
    </fieldset>
  );
}
