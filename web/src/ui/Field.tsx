import { type ComponentProps, type FocusEvent, type FocusEventHandler, type ReactNode, useId } from 'react';
import { Icon } from './Icon';
import { inputClass } from './input-class';
import { afterPress } from './press';

type Described = { label: ReactNode; hint?: ReactNode; error?: string; optional?: ReactNode };

export function useField<Props extends Described & { className?: string | undefined }>(props: Props) {
  const id = useId();
  const { label, hint, error, optional, className, ...control } = props;
  return {
    frame: { id, label, hint, error, optional, className },
    control: { ...control, ...described(id, hint, error) },
  };
}

/** Accepts the props that react-hook-form's `register` returns. */
export function Field({ children, onBlur, ...props }: Described & ComponentProps<'input'>) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <input {...control} onBlur={tellWhenLeft(onBlur)} className={`${inputClass} ${children ? 'pe-14' : ''}`} />
        {children}
      </div>
    </FieldFrame>
  );
}

export function SelectField({ children, onBlur, ...props }: Described & ComponentProps<'select'>) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <select {...control} onBlur={tellWhenLeft(onBlur)} className={`${inputClass} appearance-none truncate pe-11`}>
          {children}
        </select>
        <Icon
          name="chevron"
          className="pointer-events-none absolute top-1/2 end-3 size-5 -translate-y-1/2 text-muted"
        />
      </div>
    </FieldFrame>
  );
}

export const Options = ({ names }: { names: (readonly [value: string | number, name: ReactNode])[] }) =>
  names.map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));

type SwitchProps = Omit<Described, 'error' | 'optional'> & ComponentProps<'input'>;

export function SwitchField({ label, hint, className = '', ...props }: SwitchProps) {
  const id = useId();
  return (
    <div className={`flex items-start gap-3 ${className}`}>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox carries its own checked state. */}
      <input {...props} {...described(id, hint)} type="checkbox" role="switch" className="switch mt-0.5" />
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

export const described = (id: string, hint?: ReactNode, error?: string) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
});

/**
 * Tells the form that a field was left, once the press that moved the focus has ended. Empty fields are skipped, because they are
 * not wrong until the form is submitted.
 */
export const tellWhenLeft =
  <Control extends HTMLInputElement | HTMLSelectElement>(onBlur: FocusEventHandler<Control> | undefined) =>
  (event: FocusEvent<Control>) => {
    if (event.target.value !== '') afterPress(() => onBlur?.(event));
  };

type FrameProps = Described & { id: string; className?: string | undefined; children: ReactNode };

/** The error appears in place of the hint, or in the space reserved below the field, so that nothing moves. */
export function FieldFrame({ id, label, hint, error, optional, className, children }: FrameProps) {
  return (
    <div className={className}>
      <div className="mb-1 flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {optional && <span className="text-xs text-muted">{optional}</span>}
      </div>
      {children}
      <div className="grid text-sm *:[grid-area:1/1]">
        {hint && (
          <p id={`${id}-hint`} className={`mt-1 text-muted ${error ? 'invisible' : ''}`}>
            {hint}
          </p>
        )}
        <p
          id={`${id}-error`}
          aria-live="polite"
          className={`text-danger ${hint ? 'mt-1' : '-mb-6 min-h-6 pt-1 leading-5'}`}
        >
          {error}
        </p>
      </div>
    </div>
  );
}
