import { Plural, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { type Window, windows } from './windows';

/** Chooses the days that are shown. */
export function WindowSwitch({ value, onChange }: { value: Window; onChange: (value: Window) => void }) {
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
