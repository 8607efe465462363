import { Trans, useLingui } from '@lingui/react/macro';
import { merchantSelfOptions, userSelfOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { may, useMay } from '../../../api/role';
import { useMayOpen } from '../../../features/app/may-open';
import { Load } from '../../../features/loading/Load';
import { part } from '../../../features/loading/part';
import { TextLink } from '../../../features/navigation/LocaleLink';
import { RowLink, RowLinks } from '../../../features/navigation/RowLinks';
import { Page } from '../../../features/page/Page';
import { DocumentMemory, Requirements, Retention } from '../../../features/sessions/SessionDefaults';
import { useRoleWords, useUserTypes } from '../../../features/users/user-words';
import { StateMark } from '../../../ui/Badge';
import { Fact, KeyValue } from '../../../ui/KeyValue';
import { Time } from '../../../ui/Time';

const deliveryKey = part('delivery key', () => import('../../../features/delivery-key/DeliveryKey'));
const whatPeopleSee = part('what people see', () => import('../../../features/brand/WhatPeopleSee'));

export const Route = createFileRoute('/{-$locale}/_signed-in/settings')({
  loader: ({ context }) =>
    context.prefetch(
      userSelfOptions(),
      merchantSelfOptions(),
      may('merchant.update') && whatPeopleSee,
      may('merchant.change_delivery_key') && deliveryKey,
    ),
  component: Settings,
});

function Settings() {
  const { t } = useLingui();
  const mayChange = useMay('merchant.update');
  const mayChangeKey = useMay('merchant.change_delivery_key');
  return (
    <Page title={t`Settings`}>
      <section aria-labelledby="you">
        <h2 id="you" className="display mb-4 text-xl">{t`You`}</h2>
        <Load shape="facts" lines={5}>
          <User />
        </Load>
      </section>
      <section aria-labelledby="account" className="mt-16">
        <h2 id="account" className="display mb-4 text-xl">{t`Your account`}</h2>
        <Load shape="facts" lines={2}>
          <Account />
        </Load>
      </section>
      {mayChange && (
        <section aria-labelledby="new-sessions" className="mt-16">
          <h2 id="new-sessions" className="display mb-6 text-xl">{t`New sessions`}</h2>
          <Load lines={8}>
            <div className={columns}>
              <div className="space-y-8">
                <Requirements />
              </div>
              <div className="space-y-8">
                <Retention />
                <DocumentMemory />
              </div>
            </div>
          </Load>
        </section>
      )}
      {mayChange && (
        <section aria-labelledby="what-people-see" className="mt-16">
          <h2 id="what-people-see" className="display text-xl">{t`What people see`}</h2>
          <p className="mt-2 mb-6 measure text-muted">{t`Your customers see this name and logo when they verify.`}</p>
          <Load lines={8}>
            <Brand />
          </Load>
        </section>
      )}
      {mayChangeKey && (
        <section aria-labelledby="delivery-key" className="mt-16">
          <h2 id="delivery-key" className="display text-xl">{t`Delivery key`}</h2>
          <p className="mt-2 mb-6 measure text-muted">
            <Trans>
              With a delivery key, only you can read the identity data of your sessions: at the verdict it is encrypted
              to your key, and we keep nothing else of it.
            </Trans>{' '}
            <TextLink to="/integration-guide" hash="delivery-key">{t`How to decrypt it`}</TextLink>
          </p>
          <Load lines={4}>
            <Key />
          </Load>
        </section>
      )}
    </Page>
  );
}

const columns = 'grid items-start gap-x-16 gap-y-8 xl:grid-cols-2';

function Key() {
  const { DeliveryKey } = useSuspenseQuery(deliveryKey).data;
  return <DeliveryKey />;
}

function Brand() {
  const { WhatPeopleSee } = useSuspenseQuery(whatPeopleSee).data;
  return <WhatPeopleSee />;
}

function User() {
  const { t } = useLingui();
  const { data: user } = useSuspenseQuery(userSelfOptions());
  const types = useUserTypes();
  const { names } = useRoleWords();
  const elsewhere = user.type !== 'NATURAL' && types[user.type];
  return (
    <div className={columns}>
      <KeyValue>
        <Fact name={t`User id`} value={user.id} mono />
        <Fact name={t`Type`} value={types[user.type]} />
        {user.role !== 'owner' && <Fact name={t`Role`} value={names[user.role]} />}
        <Fact name={t`Email`} value={user.email} />
        <Fact name={t`Email verified`}>
          {user.email_verified ? (
            <StateMark tone="good">{t`Yes`}</StateMark>
          ) : (
            <StateMark tone="warning">{t`No`}</StateMark>
          )}
        </Fact>
      </KeyValue>
      <RowLinks>
        <RowLink
          to="/verify-email"
          unavailable={user.email_verified && <StateMark tone="good">{t`Verified`}</StateMark>}
        >{t`Verify email`}</RowLink>
        <RowLink to="/change-email" unavailable={elsewhere}>{t`Change email`}</RowLink>
        <RowLink to="/change-password" unavailable={elsewhere}>{t`Change password`}</RowLink>
        <RowLink to="/sign-in-security">{t`Sign-in and security`}</RowLink>
        <RowLink to="/sign-out">{t`Sign out`}</RowLink>
      </RowLinks>
    </div>
  );
}

function Account() {
  const { t } = useLingui();
  const { data: merchant } = useSuspenseQuery(merchantSelfOptions());
  const mayOpen = useMayOpen();
  return (
    <div className={columns}>
      <KeyValue>
        <Fact name={t`Account id`} value={merchant.id} mono />
        <Fact name={t`Created`} value={<Time value={merchant.created} dateOnly />} />
      </KeyValue>
      {mayOpen('/account-deletion') && (
        <RowLinks>
          <RowLink to="/account-deletion" danger>{t`Account deletion`}</RowLink>
        </RowLinks>
      )}
    </div>
  );
}
