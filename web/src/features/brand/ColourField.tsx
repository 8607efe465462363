import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { accent } from '../../../../openapi/facts/colours';
import { Field } from '../../ui/Field';
import { inkOn } from '../open/use-brand';
import { isColour, typedColour } from './typed-colour';

type Props = Omit<ComponentProps<'input'>, 'onChange'> & {
  value: string;
  error: string | undefined;
  onColour: (colour: string) => void;
};

export function ColourField({ value, error, onColour, onBlur, ...props }: Props) {
  const { t } = useLingui();
  const colour = typedColour(value);
  const hint = !isColour(colour)
    ? t`Six hexadecimal digits, such as #1d4f91.`
    : inkOn(colour) === '#ffffff'
      ? t`Text on this colour is white, so that it is readable.`
      : t`Text on this colour is black, so that it is readable.`;
  return (
    <Field
      {...props}
      value={value}
      onChange={({ target }) => onColour(target.value)}
      onBlur={(event) => {
        onColour(colour);
        onBlur?.(event);
      }}
      label={t`Colour`}
      optional={t`Optional`}
      hint={hint}
      {...(error && { error })}
      className="[&_input]:font-mono"
      autoComplete="off"
      spellCheck={false}
      maxLength={16}
    >
      <input
        type="color"
        aria-label={t`Pick a colour`}
        value={isColour(colour) ? colour : accent.light}
        onChange={({ target }) => onColour(target.value)}
        className="absolute inset-y-0 end-0 size-12 cursor-pointer rounded-md border border-edge bg-raised p-1.5 hover:border-ink"
      />
    </Field>
  );
}
