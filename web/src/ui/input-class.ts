export const inputClass =
  'block w-full min-h-12 rounded-md border border-edge bg-raised px-3 py-2 text-base text-ink placeholder:text-muted transition-colors hover:border-ink aria-invalid:border-danger [&:is(input):read-only]:border-hairline [&:is(input):read-only]:bg-transparent disabled:border-hairline disabled:text-muted';
