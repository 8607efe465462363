import { Trans, useLingui } from '@lingui/react/macro';
import {
  dashboardGetStartedQueryKey,
  passwordVerifyEmailMutation,
  passwordVerifyEmailSendCodeMutation,
  userSelfOptions,
} from '@sigill/sdk/portal/react-query';
import { vPasswordVerifyEmailParams } from '@sigill/sdk/portal/schemas';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { facts } from '../../../content/facts';
import { useMayOpen } from '../../../features/app/may-open';
import { EmailedCodeField } from '../../../features/auth/credential-fields';
import { Form, useCall, useSchemaForm } from '../../../features/forms/Form';
import { About, FormPage } from '../../../features/forms/FormPage';
import { ProblemAlert } from '../../../features/forms/ProblemAlert';
import { useFinish } from '../../../features/forms/use-finish';
import { Load } from '../../../features/loading/Load';
import { ButtonLink } from '../../../features/navigation/LocaleLink';
import { useGoTo } from '../../../features/navigation/router-navigation';
import { Alert } from '../../../ui/Alert';
import { Button } from '../../../ui/Button';

export const Route = createFileRoute('/{-$locale}/_signed-in/verify-email')({
  loader: ({ context }) => context.prefetch(userSelfOptions()),
  component: VerifyEmail,
});

function VerifyEmail() {
  const { t } = useLingui();
  const { data: user } = useQuery({ ...userSelfOptions(), enabled: false });
  return (
    <FormPage
      back={{ to: '/settings', name: <Trans>Settings</Trans> }}
      title={user?.email_verified ? t`Email verified` : t`Verify email`}
      about={
        !user?.email_verified && (
          <About
            title={t`With a verified email`}
            items={[
              t`Your account can verify real documents, not only specimens.`,
              t`You can set a new password without losing your account.`,
              t`Owners can invite their team.`,
            ]}
          />
        )
      }
    >
      <Load>
        <Verification />
      </Load>
    </FormPage>
  );
}

function Verification() {
  const { t } = useLingui();
  const { email, email_verified } = useSuspenseQuery(userSelfOptions()).data;
  if (!email_verified) return <CodeForm email={email} />;
  return (
    <div className="space-y-8">
      <Alert tone="success">
        <Trans>The address {email} is already verified.</Trans>
      </Alert>
      <ButtonLink to="/settings" variant="secondary">{t`Back to settings`}</ButtonLink>
    </div>
  );
}

function CodeForm({ email }: { email: string }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const finish = useFinish();
  const goTo = useGoTo();
  const mayMakeKeys = useMayOpen()('/add-keys');
  const send = useMutation(passwordVerifyEmailSendCodeMutation());
  const { mutate: sendCode } = send;
  useEffect(() => {
    // In development React runs effects twice. The timer is cleared in between, so only one code is sent.
    const timer = setTimeout(() => sendCode({}));
    return () => clearTimeout(timer);
  }, [sendCode]);

  const form = useSchemaForm(vPasswordVerifyEmailParams, { defaultValues: { code: '' } });
  const call = useCall(form, {
    ...passwordVerifyEmailMutation(),
    onSuccess: async () => {
      const nextStep = { label: t`Add new API keys`, run: () => void goTo('/add-keys') };
      await finish('/settings', t`The address ${email} is verified.`, mayMakeKeys ? nextStep : undefined);
      await queryClient.invalidateQueries({ queryKey: userSelfOptions().queryKey });
      await queryClient.invalidateQueries({ queryKey: dashboardGetStartedQueryKey() });
    },
  });
  return (
    <>
      {/* As high as the longest of these sentences, so that nothing moves. */}
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
      <Form form={form} call={call} submit={<Trans>Verify</Trans>}>
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
