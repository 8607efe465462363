import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { problemOf } from '../../api/problem';

/** The mutation of a form. A refusal that names a field is shown there, and the first such field gets the focus. */
export function useCall<Values extends FieldValues, Answer, Failure, Variables>(
  form: UseFormReturn<Values>,
  options: UseMutationOptions<Answer, Failure, Variables>,
) {
  return useMutation({
    ...options,
    onError(error) {
      const { text, details } = problemOf(error);
      const named = details.filter(({ path }) => path in form.getValues());
      for (const [index, { path }] of named.entries())
        form.setError(path as Path<Values>, { type: 'server', message: text }, { shouldFocus: index === 0 });
    },
  });
}
