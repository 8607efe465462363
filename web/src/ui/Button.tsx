import type { ComponentProps } from 'react';

type Look = { variant?: 'primary' | 'secondary' | 'quiet' | 'danger'; size?: 'regular' | 'small' };

const base =
  'relative inline-flex items-center justify-center gap-2 rounded-md border text-center font-medium no-underline transition-colors select-none unavailable:cursor-not-allowed aria-busy:cursor-not-allowed print:hidden';

const variants = {
  primary:
    'border-accent bg-accent text-on-accent hover:border-accent-strong hover:bg-accent-strong unavailable:border-hairline unavailable:bg-sunken unavailable:text-muted',
  secondary:
    'border-edge bg-transparent text-ink hover:border-ink hover:bg-raised unavailable:border-hairline unavailable:text-muted unavailable:hover:bg-transparent',
  quiet:
    'border-transparent bg-transparent text-accent hover:bg-accent-wash unavailable:text-muted unavailable:hover:bg-transparent',
  danger:
    'border-danger bg-transparent text-danger hover:bg-danger-wash unavailable:border-hairline unavailable:text-muted unavailable:hover:bg-transparent',
};

const sizes = { regular: 'min-h-12 px-5 py-2 text-base', small: 'min-h-9 px-3 py-1 text-sm' };

export const buttonClass = ({ variant = 'primary', size = 'regular' }: Look = {}) =>
  `${base} ${variants[variant]} ${sizes[size]}`;

type Props = ComponentProps<'button'> & Look & { loading?: boolean };

/**
 * A button. While loading it keeps its name, its size and the focus, shows three dots and ignores clicks. With `aria-disabled` it looks
 * and is announced as disabled, but can be pressed: the form then says what is missing.
 */
export function Button({
  variant,
  size,
  loading = false,
  className = '',
  children,
  onClick,
  type = 'button',
  'aria-disabled': waiting,
  ...props
}: Props) {
  return (
    <button
      {...props}
      type={type}
      aria-disabled={loading || waiting || undefined}
      aria-busy={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      className={`${buttonClass({ variant, size })} ${className}`}
    >
      {children}
      {loading && <LoadingDots />}
    </button>
  );
}

function LoadingDots() {
  return (
    <span aria-hidden="true" className="loading-dots absolute inset-x-0 bottom-1 flex justify-center gap-1">
      <i />
      <i />
      <i />
    </span>
  );
}
