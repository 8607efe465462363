import { useLingui } from '@lingui/react/macro';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Field } from './Field';
import { Icon } from './Icon';

type Props = {
  label: ReactNode;
  error?: string;
  /** The minimum number of characters, for new passwords. If set, the field also shows the strength, which never blocks the form. */
  minimum?: number;
} & ComponentProps<'input'>;

export function PasswordField({ minimum, onChange, ...props }: Props) {
  const { t } = useLingui();
  const [revealed, setRevealed] = useState(false);
  const [value, setValue] = useState('');
  const words: Record<Strength, string> = {
    short: t`Short. Twelve characters or more are much harder to guess.`,
    guessable: t`Easy to guess. Try a few unrelated words.`,
    fair: t`Fair. Longer is stronger.`,
    strong: t`Strong.`,
  };
  return (
    <Field
      {...props}
      type={revealed ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      hint={
        minimum && (
          <span aria-live="polite">
            {value.length < minimum
              ? t`At least ${minimum} characters; a long phrase is best.`
              : words[passwordStrength(value)]}
          </span>
        )
      }
      onChange={(event) => {
        setValue(event.target.value);
        return onChange?.(event);
      }}
    >
      <button
        type="button"
        aria-pressed={revealed}
        aria-label={t`Show password`}
        onClick={() => setRevealed(!revealed)}
        className="absolute inset-y-0 end-0 grid w-12 place-items-center rounded-md text-muted hover:text-ink"
      >
        <Icon name={revealed ? 'eyeOff' : 'eye'} />
      </button>
    </Field>
  );
}

type Strength = 'short' | 'guessable' | 'fair' | 'strong';

/** After the first, each character of a repetition or a sequence (aaaa, 1234, qwerty) counts only a quarter. */
export function passwordStrength(password: string): Strength {
  if (password.length < 8) return 'short';
  const rows = 'abcdefghijklmnopqrstuvwxyz 01234567890 qwertyuiop asdfghjkl zxcvbnm';
  const lower = password.toLowerCase();
  let worth = 0;
  for (let index = 0; index < lower.length; index++) {
    const pair = lower.slice(index - 1, index + 1);
    const predictable = pair.length === 2 && (pair[0] === pair[1] || rows.includes(pair));
    worth += predictable ? 0.25 : 1;
  }
  worth = Math.min(worth, new Set(lower).size * 1.6);
  if (worth < 7) return 'guessable';
  return worth < 12 ? 'fair' : 'strong';
}
