import { useLingui } from '@lingui/react/macro';
import { withLocale } from '../../i18n/locale';
import { Missing } from '../loading/Missing';
import { useNavigation } from '../navigation/navigation-context';
import { BrokenLink } from '../page/BrokenLink';
import { Page } from '../page/Page';

/** Shown for a portal address with an impossible id: names the kind of object, and links to their list. */
export function UnknownId() {
  const { t } = useLingui();
  const kind = withLocale(useNavigation().pathname, 'en').split('/')[1] ?? '';
  const kinds: Record<string, { title: string; what: string; list: { to: string; name: string } }> = {
    session: {
      title: t`Session`,
      what: t`No session in this account has this id.`,
      list: { to: '/sessions', name: t`All sessions` },
    },
    callback: {
      title: t`Callback`,
      what: t`No callback has this id.`,
      list: { to: '/callbacks', name: t`All callbacks` },
    },
    'callback-endpoint': {
      title: t`Callback endpoint`,
      what: t`No endpoint has this id.`,
      list: { to: '/callbacks', name: t`All endpoints` },
    },
    request: {
      title: t`Request`,
      what: t`No request has this id.`,
      list: { to: '/requests', name: t`All requests` },
    },
    bill: {
      title: t`Invoice`,
      what: t`No invoice in this account has this id.`,
      list: { to: '/billing', name: t`Billing` },
    },
    'payment-method': {
      title: t`Payment method`,
      what: t`No payment method of this account has this id.`,
      list: { to: '/billing', name: t`Billing` },
    },
    user: {
      title: t`User`,
      what: t`No user or API key of this account has this id.`,
      list: { to: '/users', name: t`Team` },
    },
    link: {
      title: t`Reusable link`,
      what: t`No reusable link of this account has this id.`,
      list: { to: '/links', name: t`Reusable links` },
    },
  };
  const known = kinds[kind] ?? kinds[kind.replace('edit-', '')];
  if (!known) return <BrokenLink />;
  return (
    <Page title={known.title}>
      <Missing what={known.what} list={known.list}>
        {t`Check the id for a wrong or missing character.`}
      </Missing>
    </Page>
  );
}
