import type { ReactNode } from 'react';
import type { FieldError, FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '../../ui/Button';
import { ProblemAlert } from './ProblemAlert';

type Props<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** The call that the form makes. */
  call: { isPending: boolean; isSuccess: boolean; error: unknown };
  onSubmit: (values: Values) => void;
  submit: ReactNode;
  children: ReactNode;
};

/** A form submits once: its button waits until the values are valid and the call has ended, and is free again after a failure. */
export function Form<Values extends FieldValues>({ form, call, onSubmit, submit, children }: Props<Values>) {
  const submitted = call.isPending || call.isSuccess;
  return (
    <form
      noValidate
      className="space-y-6"
      onSubmit={form.handleSubmit((values) => {
        if (!submitted) onSubmit(values);
      })}
    >
      {children}
      <ProblemAlert error={call.error} />
      <Button
        type="submit"
        loading={submitted}
        disabled={!form.formState.isValid}
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
