import { valibotResolver } from '@hookform/resolvers/valibot';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import {
  type FieldError,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { problemOf } from '../../api/problem';
import { Button } from '../../ui/Button';
import { useHydrated } from '../../ui/use-hydrated';
import { ProblemAlert } from './ProblemAlert';
import { restoreTyped } from './typed-before-hydration';

type Call = { isPending: boolean; isSuccess: boolean; error: unknown };

type Props<Values extends FieldValues, Output> = (
  | { call: Call; onSubmit: (values: Output) => void }
  /** Without `onSubmit`, the values are passed to the call. */
  | { call: Call & { mutate: (values: NoInfer<Output>) => void }; onSubmit?: undefined }
) & {
  form: UseFormReturn<Values, unknown, Output>;
  /** Called when values are not valid. A form with fields outside its control uses it to move the focus there. */
  onInvalid?: (errors: FieldErrors<Values>) => void;
  submit: ReactNode;
  /** Makes the button as wide as the fields, to match the alternatives beside it. */
  wide?: boolean;
  children: ReactNode;
};

/**
 * A form that is submitted once, or again after a failure. When values are not valid, pressing the button or Enter shows what is
 * wrong and focuses the first invalid field. Nothing is sent before the page is hydrated; if Enter was pressed earlier, the form is
 * submitted then.
 */
export function Form<Values extends FieldValues, Output>(props: Props<Values, Output>) {
  const { form, call, onInvalid, submit, wide = false, children } = props;
  const send = props.onSubmit ?? props.call.mutate;
  const isHydrated = useHydrated();
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // public/early.js has noted an Enter. This reads the note first, because restoring typed values dispatches input events, which
    // clear it.
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
        if (!submitted) send(values);
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

/** A form that validates each field against the schema once the person leaves it. */
export const useSchemaForm = <Input extends FieldValues, Output>(
  schema: GenericSchema<Input, Output>,
  options: Pick<UseFormProps<Input, unknown, Output>, 'defaultValues' | 'values' | 'disabled'>,
) => useForm({ resolver: valibotResolver(schema), mode: 'onTouched', ...options });

export const errorText = (error: FieldError | undefined, text: string): string | undefined =>
  error && (error.type === 'server' ? error.message : text);

/** Shows errors about particular fields at those fields, and focuses the first. */
export function useCall<Values extends FieldValues, Answer, Failure, Variables>(
  form: UseFormReturn<Values>,
  options: UseMutationOptions<Answer, Failure, Variables>,
) {
  return useMutation({
    ...options,
    onError(error) {
      const { text, details } = problemOf(error);
      // A list is a single field here, so errors in its items belong to that field.
      const fields = details.map(({ path }) => path.split('.', 1)[0] ?? path);
      const named = [...new Set(fields)].filter((name) => name in form.getValues());
      for (const [index, path] of named.entries())
        form.setError(path as Path<Values>, { type: 'server', message: text }, { shouldFocus: index === 0 });
    },
  });
}
