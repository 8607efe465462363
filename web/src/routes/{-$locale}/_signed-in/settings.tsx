import { Trans, useLingui } from '@lingui/react/macro';
import { merchantSelfOptions, userSelfOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { may, useMay } from '../../../api/role';
import { useMayOpen } from '../../../features/app/may-open';
import { Load } from '../../../features/loading/Load';
import { part } from '../../../features/loading/part';
import { LocaleLink } from '../../../features/navigation/LocaleLink';
import { Page } from '../../../features/page/Page';
import { CloneProtection } from '../../../features/sessions/CloneProtection';
import { Retention } from '../../../features/sessions/Retention';
import { useRoleWords } from '../../../features/users/role-words';
import { useUserTypes } from '../../../features/users/user-types';
import { StateMark } from '../../../ui/Badge';
import { Button, buttonClass } from '../../../ui/Button';
import { Fact, KeyValue } from '../../../ui/KeyValue';
import { Time } from '../../../ui/Time';

const whatPeopleSee = part('what people see', () => import('../../../features/brand/WhatPeopleSee'));

export const Route = createFileRoute('/{-$locale}/_signed-in/settings')({
  staticData: { words: ['settings'] },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(userSelfOptions());
    void queryClient.prefetchQuery(merchantSelfOptions());
    if (may('merchant.update')) void queryClient.prefetchQuery(whatPeopleSee);
  },
  component: Settings,
});

function Settings() {
  const { t } = useLingui();
  const mayChange = useMay('merchant.update');
  return (
    <Page title={t`Settings`}>
      <div className="grid gap-x-16 gap-y-14 lg:grid-cols-2">
        <section aria-labelledby="you" className="min-w-0">
          <h2 id="you" className="display mb-4 text-xl">
            <Trans>You</Trans>
          </h2>
          <Load shape="facts" lines={5}>
            <User />
          </Load>
        </section>
        <section aria-labelledby="account" className="min-w-0">
          <h2 id="account" className="display mb-4 text-xl">
            <Trans>Your account</Trans>
          </h2>
          <Load shape="facts" lines={2}>
            <Account />
          </Load>
        </section>
      </div>
      {mayChange && (
        <section aria-labelledby="what-people-see" className="mt-16">
          <h2 id="what-people-see" className="display text-xl">
            <Trans>What people see</Trans>
          </h2>
          <p className="mt-2 mb-6 measure text-muted">
            <Trans>The page of a session shows whoever opens it that it is you who asks.</Trans>
          </p>
          <Load lines={8}>
            <Brand />
          </Load>
        </section>
      )}
    </Page>
  );
}

function Brand() {
  const { WhatPeopleSee } = useSuspenseQuery(whatPeopleSee).data;
  return <WhatPeopleSee />;
}

function User() {
  const { data: user } = useSuspenseQuery(userSelfOptions());
  const types = useUserTypes();
  const { names } = useRoleWords();
  const natural = user.type === 'NATURAL';
  return (
    <div className="space-y-8">
      <KeyValue>
        <Fact name={<Trans>User id</Trans>} mono>
          {user.id}
        </Fact>
        <Fact name={<Trans>Type</Trans>}>{types[user.type]}</Fact>
        <Fact name={<Trans>Role</Trans>}>{names[user.role]}</Fact>
        <Fact name={<Trans>E-mail</Trans>}>{user.email}</Fact>
        <Fact name={<Trans>E-mail verified</Trans>}>
          {user.email_verified ? (
            <StateMark tone="good">
              <Trans>Yes</Trans>
            </StateMark>
          ) : (
            <StateMark tone="warning">
              <Trans>No</Trans>
            </StateMark>
          )}
        </Fact>
      </KeyValue>
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        <ActionLink to="/verify-email" disabled={user.email_verified}>
          <Trans>Verify email</Trans>
        </ActionLink>
        <ActionLink to="/change-email" disabled={!natural}>
          <Trans>Change email</Trans>
        </ActionLink>
        <ActionLink to="/change-password" disabled={!natural}>
          <Trans>Change password</Trans>
        </ActionLink>
        <ActionLink to="/sign-in-security">
          <Trans>Sign-in and security</Trans>
        </ActionLink>
        <ActionLink to="/sign-out">
          <Trans>Sign out</Trans>
        </ActionLink>
      </div>
    </div>
  );
}

/** The account, which all its users share. */
function Account() {
  const { data: merchant } = useSuspenseQuery(merchantSelfOptions());
  const mayChange = useMay('merchant.update');
  const mayOpen = useMayOpen();
  return (
    <div className="space-y-8">
      <KeyValue>
        <Fact name={<Trans>Account id</Trans>} mono>
          {merchant.id}
        </Fact>
        <Fact name={<Trans>Created</Trans>}>
          <Time value={merchant.created} dateOnly />
        </Fact>
      </KeyValue>
      {mayChange && (
        <>
          <CloneProtection />
          <Retention />
        </>
      )}
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        {mayOpen('/audit-log') && (
          <ActionLink to="/audit-log">
            <Trans>Audit log</Trans>
          </ActionLink>
        )}
        {mayOpen('/callbacks') && (
          <ActionLink to="/callbacks">
            <Trans>Callbacks</Trans>
          </ActionLink>
        )}
        {mayOpen('/account-deletion') && (
          <ActionLink to="/account-deletion" variant="danger">
            <Trans>Account deletion</Trans>
          </ActionLink>
        )}
      </div>
    </div>
  );
}

/** A link in the look of a button. Where it would lead nowhere it is a disabled button. */
function ActionLink({
  to,
  disabled = false,
  variant = 'secondary',
  children,
}: {
  to: string;
  disabled?: boolean;
  variant?: 'secondary' | 'danger';
  children: ReactNode;
}) {
  if (disabled)
    return (
      <Button variant={variant} size="small" disabled>
        {children}
      </Button>
    );
  return (
    <LocaleLink to={to} className={buttonClass({ variant, size: 'small' })}>
      {children}
    </LocaleLink>
  );
}
