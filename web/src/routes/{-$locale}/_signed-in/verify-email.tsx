import { Trans, useLingui } from '@lingui/react/macro';
import {
  dashboardGetStartedQueryKey,
  passwordVerifyEmailMutation,
  passwordVerifyEmailSendCodeMutation,
  userSelfOptions,
} from '@sigill/sdk/portal/react-query';
import { vPasswordVerifyEmailParams } from '@sigill/sdk/portal/schemas';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { facts } from '../../../content/facts';
import { EmailedCodeField } from '../../../features/auth/credential-fields';
import { Form, useCall, useSchemaForm } from '../../../features/forms/Form';
import { ProblemAlert } from '../../../features/forms/ProblemAlert';
import { useFinish } from '../../../features/forms/use-finish';
import { Load } from '../../../features/loading/Load';
import { ButtonLink } from '../../../features/navigation/LocaleLink';
import { Page } from '../../../features/page/Page';
import { Alert } from '../../../ui/Alert';
import { Button } from '../../../ui/Button';

export const Route = createFileRoute('/{-$locale}/_signed-in/verify-email')({
  loader: ({ context }) => void context.queryClient.prefetchQuery(userSelfOptions()),
  component: VerifyEmail,
});

function VerifyEmail() {
  const { t } = useLingui();
  return (
    <Page back={{ to: '/settings', name: <Trans>Settings</Trans> }} title={t`Verify email`} narrow>
      <Load>
        <Verification />
      </Load>
    </Page>
  );
}

function Verification() {
  const { data: user } = useSuspenseQuery(userSelfOptions());
  return user.email_verified ? <AlreadyVerified email={user.email} /> : <CodeForm email={user.email} />;
}

function AlreadyVerified({ email }: { email: string }) {
  const { t } = useLingui();
  return (
    <div className="space-y-6">
      <Alert tone="success">
        <Trans>
          The address <strong>{email}</strong> is already verified.
        </Trans>
      </Alert>
      <ButtonLink to="/dashboard" variant="secondary">{t`Go to the overview`}</ButtonLink>
    </div>
  );
}

function CodeForm({ email }: { email: string }) {
  const { t } = useLingui();
  const finish = useFinish();
  const queryClient = useQueryClient();
  const send = useMutation(passwordVerifyEmailSendCodeMutation());
  const { mutate: sendCode } = send;
  useEffect(() => {
    // The timer sends one code, even in development, where React runs effects twice.
    const timer = setTimeout(() => sendCode({}));
    return () => clearTimeout(timer);
  }, [sendCode]);

  const form = useSchemaForm(vPasswordVerifyEmailParams, { defaultValues: { code: '' } });
  const call = useCall(form, {
    ...passwordVerifyEmailMutation(),
    onSuccess: async () => {
      await finish('/settings', t`Email verified.`);
      await queryClient.invalidateQueries({ queryKey: userSelfOptions().queryKey });
      await queryClient.invalidateQueries({ queryKey: dashboardGetStartedQueryKey() });
    },
  });
  return (
    <>
      {/* As high as the longest of these sentences. */}
      <p className="mb-8 min-h-21 text-muted" aria-live="polite">
        {send.isPending ? (
          <Trans>
            Sending a code to <strong className="text-ink">{email}</strong>…
          </Trans>
        ) : send.isError ? (
          <Trans>
            Enter the code that was sent to <strong className="text-ink">{email}</strong>.
          </Trans>
        ) : (
          <Trans>
            We sent a {facts.code_length}-character code to <strong className="text-ink">{email}</strong>. It is valid
            for 10 minutes.
          </Trans>
        )}
      </p>
      <Form form={form} call={call} onSubmit={(values) => call.mutate(values)} submit={<Trans>Verify</Trans>}>
        <EmailedCodeField {...form.register('code')} autoFocus error={form.formState.errors.code} />
      </Form>
      <div className="mt-10 space-y-4 border-t border-hairline pt-6">
        <p className="text-sm text-muted">
          <Trans>No email? Check your spam folder or send a new code, which replaces the last one.</Trans>
        </p>
        <ProblemAlert error={send.error} />
        <Button variant="secondary" size="small" loading={send.isPending} onClick={() => send.mutate({})}>
          <Trans>Send a new code</Trans>
        </Button>
      </div>
    </>
  );
}
