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
import { useEffect, useState } from 'react';
import { facts } from '../../../content/facts';
import { useMayOpen } from '../../../features/app/may-open';
import { EmailedCodeField } from '../../../features/auth/credential-fields';
import { Form, useCall, useSchemaForm } from '../../../features/forms/Form';
import { About, FormPage } from '../../../features/forms/FormPage';
import { ProblemAlert } from '../../../features/forms/ProblemAlert';
import { Load } from '../../../features/loading/Load';
import { ButtonLink } from '../../../features/navigation/LocaleLink';
import { RowLink, RowLinks } from '../../../features/navigation/RowLinks';
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
  const { data: user } = useSuspenseQuery(userSelfOptions());
  const [isNew, setNew] = useState(false);
  return user.email_verified ? (
    <Verified email={user.email} isNew={isNew} />
  ) : (
    <CodeForm email={user.email} onVerified={() => setNew(true)} />
  );
}

const focus = (message: HTMLElement | null) => message?.focus();

function Verified({ email, isNew }: { email: string; isNew: boolean }) {
  const { t } = useLingui();
  const mayOpen = useMayOpen();
  const mayMakeKeys = mayOpen('/add-keys');
  return (
    <div className="space-y-10">
      {/* Takes the focus from the form it replaces. */}
      <div ref={isNew ? focus : undefined} tabIndex={-1} className="outline-none">
        <Alert
          tone="success"
          title={
            isNew ? (
              <Trans>The address {email} is verified.</Trans>
            ) : (
              <Trans>The address {email} is already verified.</Trans>
            )
          }
        >
          {mayMakeKeys && t`Your backend can create sessions now, and you can invite your team.`}
        </Alert>
      </div>
      <div className="grid gap-x-16 gap-y-8 xl:grid-cols-2">
        {mayMakeKeys && (
          <section aria-labelledby="next" className="space-y-4 rounded-md border border-hairline bg-raised px-6 py-6">
            <h2 id="next" className="display text-xl">{t`Next: keys for your backend`}</h2>
            <p className="measure text-muted">
              <Trans>
                A public key and a secret for one of your backends. We store only a fingerprint of the secret, so it is
                shown once.
              </Trans>
            </p>
            <ButtonLink to="/add-keys">{t`Add new API keys`}</ButtonLink>
          </section>
        )}
        <div>
          <RowLinks>
            {mayOpen('/new-verification') && <RowLink to="/new-verification">{t`New verification`}</RowLink>}
            {mayOpen('/add-user') && <RowLink to="/add-user">{t`Add a new user`}</RowLink>}
            <RowLink to="/dashboard">{t`Go to the overview`}</RowLink>
          </RowLinks>
        </div>
      </div>
    </div>
  );
}

function CodeForm({ email, onVerified }: { email: string; onVerified: () => void }) {
  const queryClient = useQueryClient();
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
      onVerified();
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
