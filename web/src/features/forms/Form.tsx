import { type ReactNode, useEffect, useRef } from 'react';
import type { FieldError, FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '../../ui/Button';
import { useHydrated } from '../../ui/use-hydrated';
import { ProblemAlert } from './ProblemAlert';
import { restoreTyped } from './typed-before-hydration';

type Props<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** The call that the form makes. */
  call: { isPending: boolean; isSuccess: boolean; error: unknown };
  onSubmit: (values: Values) => void;
  /** Called when values are not valid. A form with fields that are not its own uses it to move the focus there. */
  onInvalid?: (errors: FieldErrors<Values>) => void;
  submit: ReactNode;
  /** The button is as wide as the fields, where the ways beside it are. */
  wide?: boolean;
  children: ReactNode;
};

/**
 * A form that is submitted once. Its button waits until the values are valid and the call has ended, and can be pressed again after
 * a failure. When values are not valid, pressing the button or Enter shows what is wrong and moves the focus to the first such
 * field. Nothing is sent before the page is hydrated; an Enter that was pressed before is obeyed then.
 */
export function Form<Values extends FieldValues>({
  form,
  call,
  onSubmit,
  onInvalid,
  submit,
  wide = false,
  children,
}: Props<Values>) {
  const isHydrated = useHydrated();
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // public/early.js has noted the Enter. It is read first, because restoring what was typed looks like typing.
    const entered = element.current?.dataset['entered'] !== undefined;
    restoreTyped();
    delete element.current?.dataset['entered'];
    if (entered) element.current?.requestSubmit();
  }, []);
  const submitted = call.isPending || call.isSuccess;
  const { isValid, disabled } = form.formState;
  return (
    <form
      ref={element}
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
        disabled={!isHydrated || disabled}
        aria-disabled={!isValid}
        className={wide ? 'w-full' : 'w-full sm:w-auto sm:min-w-44'}
      >
        {submit}
      </Button>
    </form>
  );
}

/** The text of the server when it refused the field, otherwise the text of the form. */
export const errorText = (error: FieldError | undefined, text: string): string | undefined =>
  error && (error.type === 'server' ? error.message : text);
