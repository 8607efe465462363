import { Trans, useLingui } from '@lingui/react/macro';
import type { InviteGetResponse } from '@sigill/sdk/portal';
import { inviteGetOptions, passwordCreateMutation, userSelfOptions } from '@sigill/sdk/portal/react-query';
import { vPasswordCreateParams } from '@sigill/sdk/portal/schemas';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { credentials, useAuthenticated } from '../../api/credentials';
import { facts } from '../../content/facts';
import { localeOf, withLocale } from '../../i18n/locale';
import { Alert } from '../../ui/Alert';
import { Breakable } from '../../ui/Breakable';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/Skeleton';
import { PasswordInput } from '../auth/credential-fields';
import { OtherHalf } from '../auth/OtherHalf';
import { ProviderLinks } from '../auth/ProviderLinks';
import { savedState } from '../auth/saved-state';
import { signOut } from '../auth/sign-out';
import { Form, useCall, useSchemaForm } from '../forms/Form';
import { Load } from '../loading/Load';
import { ButtonLink, TextLink } from '../navigation/LocaleLink';
import { SitePage } from '../page/SitePage';
import { PasskeySignUp } from '../security/PasskeyButtons';
import { useRoleSentences } from './role-sentences';
import { useRoleWords } from './user-words';

const { product } = facts;

export function InvitationPage({ reference }: { reference: string }) {
  const { t } = useLingui();
  return (
    <SitePage
      name="invite"
      art="band"
      title={t`Your invitation`}
      description={t`Join the account of your team.`}
      lead={t`${product} checks the chip in passports and identity cards. Once you join, you sign in to your team’s account as yourself.`}
      narrow
      aside={<OtherHalf name="invite" />}
    >
      {/* As high as the form, so that the other half of the page does not grow when the form is loaded. */}
      <div className="lg:min-h-176">
        <Load missing={<Unknown />}>
          <Found reference={reference} />
        </Load>
      </div>
    </SitePage>
  );
}

const Unknown = () => (
  <Ended title={<Trans>This link is wrong, or the invitation was deleted</Trans>}>
    <Trans>Open the link from the email again, or ask for a new invitation.</Trans>
  </Ended>
);

function Found({ reference }: { reference: string }) {
  // Without suspense, so that the build renders the skeleton, which stays until the invitation is loaded.
  const { data: invite } = useQuery({ ...inviteGetOptions({ reference }), throwOnError: true });
  const isSignedIn = useAuthenticated();
  if (!invite) return <Skeleton lines={6} />;
  if (invite.state !== 'OPEN') return <NoLonger invite={invite} />;
  return (
    <>
      <Letter invite={invite} />
      {isSignedIn ? (
        <SignedInAlready email={invite.email ?? ''} />
      ) : (
        <Acceptance reference={reference} email={invite.email ?? ''} />
      )}
    </>
  );
}

function NoLonger({ invite: { state, inviter } }: { invite: InviteGetResponse }) {
  const asking = inviter ? (
    <Trans>Ask {inviter} for a new one.</Trans>
  ) : (
    <Trans>Ask someone in the account for a new one.</Trans>
  );
  if (state === 'USED')
    return (
      <Ended title={<Trans>This invitation has already been accepted</Trans>}>
        <Trans>If that was you, sign in with your email address.</Trans>
      </Ended>
    );
  return (
    <Ended
      title={
        state === 'EXPIRED' ? <Trans>This invitation has expired</Trans> : <Trans>This invitation was revoked</Trans>
      }
    >
      {asking}
    </Ended>
  );
}

const Ended = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div className="space-y-6">
    <Alert tone="info" title={title}>
      {children}
    </Alert>
    <ButtonLink to="/sign-in" variant="secondary">
      <Trans>Sign in</Trans>
    </ButtonLink>
  </div>
);

function Letter({ invite: { inviter, merchant_name, role, expires } }: { invite: InviteGetResponse }) {
  const { i18n } = useLingui();
  const { names } = useRoleWords();
  const sentences = useRoleSentences();
  const day = i18n.date(expires, { dateStyle: 'long' });
  return (
    <div className="mb-8 space-y-3 border-b border-hairline pb-6">
      <p className="text-lg wrap-anywhere">
        {merchant_name ? (
          <Trans>
            <strong className="font-medium">
              <Breakable code={inviter ?? ''} />
            </strong>{' '}
            invites you to the account of <strong className="font-medium">{merchant_name}</strong>.
          </Trans>
        ) : (
          <Trans>
            <strong className="font-medium">
              <Breakable code={inviter ?? ''} />
            </strong>{' '}
            invites you to their account.
          </Trans>
        )}
      </p>
      {role !== 'owner' && (
        <p className="text-muted">
          {names[role]}: {sentences[role]}
        </p>
      )}
      <p className="text-sm text-muted text-balance">
        <Trans>The invitation can be accepted until {day}.</Trans>
      </p>
    </div>
  );
}

function Acceptance({ reference, email }: { reference: string; email: string }) {
  const { t } = useLingui();
  const form = useSchemaForm(vPasswordCreateParams, { defaultValues: { email, password: '', reference } });
  const call = useCall(form, { ...passwordCreateMutation(), onSuccess: credentials.set });
  // Signing up with a provider or a passkey reads the reference from the saved state.
  useEffect(() => savedState.save({ reference }), [reference]);
  return (
    <>
      <Form
        form={form}
        call={call}
        onSubmit={(values) => call.mutate(values)}
        submit={<Trans>Accept the invitation</Trans>}
        wide
      >
        <div>
          <p className="text-sm text-muted">{t`Your email address`}</p>
          <p className="wrap-anywhere">{email}</p>
          {/* Tells password managers the email address for the new password. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        </div>
        <PasswordInput
          {...form.register('password')}
          autoComplete="new-password"
          error={form.formState.errors.password}
        />
        <p className="text-sm text-muted">
          <Trans>
            By accepting you agree to the <TextLink to="/terms">terms of use</TextLink> and the{' '}
            <TextLink to="/privacy">privacy policy</TextLink>.
          </Trans>
        </p>
      </Form>
      <ProviderLinks first={<PasskeySignUp email={async () => email} />} />
    </>
  );
}

function SignedInAlready({ email }: { email: string }) {
  const { t } = useLingui();
  const { data: user } = useQuery(userSelfOptions());
  const own = user?.email;
  const leave = useMutation({
    async mutationFn() {
      const { pathname } = location;
      await signOut();
      // Signing out opens the home page, so this page must be opened again.
      location.assign(pathname);
    },
  });
  const dashboard = withLocale('/dashboard', localeOf(location.pathname));
  return (
    <div className="space-y-6">
      <Alert title={own ? <Trans>You are signed in as {own}</Trans> : <Trans>You are signed in</Trans>}>
        <Trans>The invitation is for {email}. Sign out first to accept it.</Trans>
      </Alert>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button
          loading={leave.isPending || leave.isSuccess}
          onClick={() => leave.mutate()}
        >{t`Sign out and continue`}</Button>
        <a href={dashboard} className="link">{t`Stay signed in`}</a>
      </div>
    </div>
  );
}
