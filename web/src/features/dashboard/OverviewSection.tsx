import { Plural, useLingui } from '@lingui/react/macro';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { useMay } from '../../api/role';
import { Load } from '../loading/Load';
import { ButtonLink } from '../navigation/LocaleLink';
import { usePanels } from './later-panels';
import type { Overview } from './Overview';
import { useShownKind } from './use-shown-kind';
import { type Window, windows } from './windows';

type Chosen = { days: Window; specimen: boolean | undefined };
type Props = Chosen & { onChange: (change: Partial<Chosen>) => void; children: ReactNode };

export function OverviewSection({ days, specimen: chosen, onChange, children }: Props) {
  const { t } = useLingui();
  const mayCreate = useMay('session.create');
  const shown = useShownKind(days, chosen);
  return (
    <>
      <div className="mb-8 flex flex-wrap items-center gap-x-6 gap-y-4">
        <div className="mr-auto">
          {mayCreate && <ButtonLink to="/new-verification" size="small" data-create>{t`New verification`}</ButtonLink>}
        </div>
        <label
          data-print="hidden"
          className="flex min-h-8 cursor-pointer items-center gap-2 text-sm text-muted hover:text-ink"
        >
          <input
            type="checkbox"
            checked={shown.specimen}
            onChange={({ target }) => onChange({ specimen: target.checked })}
            className="size-4 accent-accent"
          />
          {t`Specimen sessions`}
        </label>
        <WindowSwitch value={days} onChange={(days) => onChange({ days })} />
      </div>
      <Load lines={12}>
        <Panels days={days} {...shown}>
          {children}
        </Panels>
      </Load>
    </>
  );
}

function Panels(shown: ComponentProps<typeof Overview>) {
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
