import { type ReactNode, useEffect } from 'react';
import type { FieldError, FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '../../ui/Button';
import { useLive } from '../../ui/use-live';
import { ProblemAlert } from './ProblemAlert';
import { restoreTyped } from './typed';

type Props<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** The call that the form makes. */
  call: { isPending: boolean; isSuccess: boolean; error: unknown };
  onSubmit: (values: Values) => void;
  /** Where a form leads by itself that has fields which are not its own. */
  onInvalid?: (errors: FieldErrors<Values>) => void;
  submit: ReactNode;
  children: ReactNode;
};

/**
 * A form submits once: its button waits until the values are valid and the call has ended, and is free again after a failure. Until
 * the values are valid, pressing it or Enter shows what is wrong and leads to the first such field. Before scripts run nothing is sent.
 */
export function Form<Values extends FieldValues>({ form, call, onSubmit, onInvalid, submit, children }: Props<Values>) {
  const live = useLive();
  useEffect(restoreTyped, []);
  const submitted = call.isPending || call.isSuccess;
  const { isValid, disabled } = form.formState;
  return (
    <form
      noValidate
      method="post"
      className="space-y-9"
      onSubmit={form.handleSubmit((values) => {
        if (!submitted) onSubmit(values);
      }, onInvalid)}
    >
      {children}
      <ProblemAlert error={call.error} />
      <Button
        type="submit"
        loading={submitted}
        disabled={!live || disabled}
        aria-disabled={!isValid}
        className="w-full sm:w-auto sm:min-w-44"
      >
        {submit}
      </Button>
    </form>
  );
}

/** The server's words when it refused the field, else the form's own. */
export const errorText = (error: FieldError | undefined, text: string): string | undefined =>
  error && (error.type === 'server' ? error.message : text);
