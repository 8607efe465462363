import { type ComponentProps, type ReactNode, useId } from 'react';
import { described, FieldFrame, tellWhenLeft } from './Field';
import { inputClass } from './input-class';

type Props = { label: ReactNode; hint?: ReactNode; error?: string; length?: number } & ComponentProps<'input'>;

/**
 * A field for a short code. It converts letters to upper case, accepts pasted spaces and hyphens, and supports autofill by the device.
 */
export function CodeField({
  label,
  hint,
  error,
  length = 6,
  inputMode = 'text',
  className = '',
  onChange,
  onBlur,
  ...props
}: Props) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} className={className}>
      <input
        {...props}
        {...described(id, hint, error)}
        onChange={(event) => {
          event.target.value = normaliseCode(event.target.value, length);
          onChange?.(event);
        }}
        onBlur={tellWhenLeft(onBlur)}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        inputMode={inputMode}
        size={length}
        className={`${inputClass} code-cells max-w-72 font-mono text-xl uppercase`}
      />
    </FieldFrame>
  );
}

/** Turns typed or pasted text into a code of six characters: `ab c-123` becomes `ABC123`. */
export const normaliseCode = (text: string, length = 6): string =>
  text
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase()
    .slice(0, length);
