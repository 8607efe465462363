import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { problemOf } from '../../api/problem';

/**
 * The call that a form makes. When the service refuses particular fields, the errors are shown at them and the first one is focused.
 */
export function useCall<Values extends FieldValues, Answer, Failure, Variables>(
  form: UseFormReturn<Values>,
  options: UseMutationOptions<Answer, Failure, Variables>,
) {
  return useMutation({
    ...options,
    onError(error) {
      const { text, details } = problemOf(error);
      // A list is a single field; an error in one of its items is reported by index.
      const fields = details.map(({ path }) => path.split('.', 1)[0] ?? path);
      const named = [...new Set(fields)].filter((name) => name in form.getValues());
      for (const [index, path] of named.entries())
        form.setError(path as Path<Values>, { type: 'server', message: text }, { shouldFocus: index === 0 });
    },
  });
}
