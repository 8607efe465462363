import { Trans, useLingui } from '@lingui/react/macro';
import {
  dashboardGetStartedQueryKey,
  userCreateServiceUserMutation,
  userListQueryKey,
} from '@sigill/sdk/portal/react-query';
import { vUserCreateServiceUserParams } from '@sigill/sdk/portal/schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { errorText, useSchemaForm } from '../../../features/forms/Form';
import { About, FormPage } from '../../../features/forms/FormPage';
import { ProblemAlert } from '../../../features/forms/ProblemAlert';
import { KeyCertificate } from '../../../features/keys/KeyCertificate';
import { WhatNext } from '../../../features/keys/WhatNext';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';

export const Route = createFileRoute('/{-$locale}/_signed-in/add-keys')({ component: AddKeys });

const preview = `SIGILL_PUBLIC_KEY=public-key-${'•'.repeat(8)}\nSIGILL_SECRET=secret-${'•'.repeat(28)}`;

function AddKeys() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const form = useSchemaForm(vUserCreateServiceUserParams, { defaultValues: { name: undefined } });
  const generate = useMutation({
    ...userCreateServiceUserMutation(),
    // The secret is shown once and never stored.
    gcTime: 0,
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: userListQueryKey() }),
        queryClient.invalidateQueries({ queryKey: dashboardGetStartedQueryKey() }),
      ]),
  });
  const keys = generate.data;
  const titles = useStepTitles();
  return (
    <FormPage
      back={{ to: '/api-keys', name: <Trans>API keys</Trans> }}
      title={t`Add new API keys`}
      lead={
        <Trans>
          A public key and a secret for one of your backends. We store only a fingerprint of the secret, so it is shown
          once.
        </Trans>
      }
      // The keys need the full width of the page.
      about={!keys && <About title={t`Next steps`} numbered items={[...titles]} />}
    >
      <form
        noValidate
        className="max-w-form space-y-9"
        onSubmit={form.handleSubmit((values) => {
          if (!generate.isPending && !keys) generate.mutate(values);
        })}
      >
        <Field
          {...form.register('name', { setValueAs: (text: string | undefined) => text?.trim() || undefined })}
          autoComplete="off"
          readOnly={Boolean(keys)}
          label={t`Name`}
          optional={t`Optional`}
          hint={t`Where you use the keys, such as Production. Shown in the list of users and keys.`}
          error={errorText(form.formState.errors.name, t`Enter at most 100 characters.`)}
        />
        <ProblemAlert error={generate.error} />
        <Button
          type="submit"
          loading={generate.isPending}
          disabled={Boolean(keys)}
          aria-disabled={!form.formState.isValid}
        >{t`Generate`}</Button>
        {!keys && (
          <pre
            aria-hidden="true"
            className="overflow-hidden rounded-md border border-hairline bg-sunken px-4 py-4 font-mono text-xs text-muted max-xl:hidden"
          >
            {preview}
          </pre>
        )}
      </form>
      {keys && (
        <div className="mt-12 space-y-16">
          <KeyCertificate keys={keys} name={form.getValues('name')} />
          <WhatNext keys={keys} titles={titles} />
        </div>
      )}
    </FormPage>
  );
}

function useStepTitles() {
  const { t } = useLingui();
  return [
    t`Add the keys to your backend’s environment`,
    t`Install the SDK`,
    t`Create a session and send the person its link`,
    t`Receive callbacks on your machine`,
  ] as const;
}
