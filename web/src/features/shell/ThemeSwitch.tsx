import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { Icon, type IconName } from '../../ui/Icon';
import { setTheme, type Theme, themes, useTheme } from './theme';

const icons: Record<Theme, IconName> = { system: 'system', light: 'sun', dark: 'moon' };

export function ThemeSwitch() {
  const { t } = useLingui();
  const name = useId();
  const theme = useTheme();
  const words: Record<Theme, string> = { system: t`Match system`, light: t`Light`, dark: t`Dark` };
  return (
    <fieldset className="flex w-fit rounded-md border border-edge p-0.5">
      <legend className="sr-only">{t`Theme`}</legend>
      {themes.map((option) => (
        <label
          key={option}
          title={words[option]}
          className="grid size-8 cursor-pointer place-items-center rounded-sm text-muted hover:text-ink has-checked:bg-accent-wash has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            checked={theme === option}
            onChange={() => setTheme(option)}
            className="sr-only"
          />
          <span className="sr-only">{words[option]}</span>
          <Icon name={icons[option]} className="size-4" />
        </label>
      ))}
    </fieldset>
  );
}
