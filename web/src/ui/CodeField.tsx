import type { ComponentProps, ReactNode } from 'react';
import { FieldFrame, tellWhenLeft, useField } from './Field';
import { inputClass } from './input-class';

type Props = { label: ReactNode; hint?: ReactNode; error?: string; length?: number } & ComponentProps<'input'>;

/** Accepts pasted spaces, hyphens and lower case, and autofill by the device. */
export function CodeField({ length = 6, inputMode = 'text', onChange, onBlur, ...props }: Props) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <input
        {...control}
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

/** `ab c-123` becomes `ABC123`. */
export const normaliseCode = (text: string, length = 6): string =>
  text
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase()
    .slice(0, length);
