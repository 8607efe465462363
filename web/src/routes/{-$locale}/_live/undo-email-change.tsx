import { Trans, useLingui } from '@lingui/react/macro';
import { passwordUndoChangeEmailMutation } from '@sigill/sdk/portal/react-query';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { sigill } from '../../../api/client';
import { credentials } from '../../../api/credentials';
import { AccountPage } from '../../../features/auth/AccountPage';
import { signOutHere } from '../../../features/auth/sign-out';
import { ProblemAlert } from '../../../features/forms/ProblemAlert';
import { TextLink } from '../../../features/navigation/LocaleLink';
import { Alert } from '../../../ui/Alert';
import { Button } from '../../../ui/Button';
import { useHydrated } from '../../../ui/use-hydrated';

/** Where the link in the email about a changed address leads. Opening it changes nothing, because mail programs open links too. */
export const Route = createFileRoute('/{-$locale}/_live/undo-email-change')({
  validateSearch: (search: { code?: unknown }) => search,
  component: UndoEmailChange,
});

function UndoEmailChange() {
  const { t } = useLingui();
  const { code } = Route.useSearch();
  const isHydrated = useHydrated();
  return (
    <AccountPage
      name="undo-email-change"
      title={t`Undo the email change`}
      description={t`Restore the address of your account.`}
    >
      {/* Nearly everyone comes with a code, so the prerendered page contains the question. */}
      {code || !isHydrated ? (
        <Question code={String(code)} ready={isHydrated} />
      ) : (
        <div className="space-y-6">
          <Alert tone="warning">{t`The link is incomplete. Open it again from the email.`}</Alert>
          <TextLink to="/sign-in">{t`Back to sign in`}</TextLink>
        </div>
      )}
    </AccountPage>
  );
}

function Question({ code, ready }: { code: string; ready: boolean }) {
  const { t } = useLingui();
  const navigate = Route.useNavigate();
  const undo = useMutation({
    ...passwordUndoChangeEmailMutation(),
    async onSuccess({ email }) {
      // If this fails, the next page offers to resend the code.
      await sigill.password.recoverSendCode({ email }).catch(() => {});
      // The next page is only for visitors. If this browser was signed in to the account, that sign-in has ended.
      if (credentials.isAuthenticated()) signOutHere();
      await navigate({ to: '/{-$locale}/new-password', params: (params) => params, state: { email } });
    },
  });
  return (
    <div className="space-y-6">
      <p>
        <Trans>
          Someone signed in to your account changed its email address. If that wasn’t you, undo the change: this address
          is restored, all sign-ins end, and the password stops working.
        </Trans>
      </p>
      <p className="text-muted">{t`We’ll then email you a code to set a new password.`}</p>
      <ProblemAlert error={undo.error} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button disabled={!ready} loading={undo.isPending || undo.isSuccess} onClick={() => undo.mutate({ code })}>
          {t`Undo the change`}
        </Button>
        <TextLink to="/">{t`It was me`}</TextLink>
      </div>
    </div>
  );
}
