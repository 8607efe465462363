import { useLingui } from '@lingui/react/macro';
import { withLocale } from '../../i18n/locale';
import { Missing } from '../loading/Missing';
import { useNavigation } from '../navigation/navigation-context';
import { BrokenLink } from '../page/BrokenLink';
import { Page } from '../page/Page';

export function UnknownId() {
  const { t } = useLingui();
  const kind = withLocale(useNavigation().pathname, 'en').split('/')[1] ?? '';
  const kinds: Record<string, [title: string, what: string, list: string, name: string]> = {
    session: [t`Session`, t`No session in this account has this id.`, '/sessions', t`All sessions`],
    callback: [t`Callback`, t`No callback has this id.`, '/callbacks', t`All callbacks`],
    'callback-endpoint': [t`Callback endpoint`, t`No endpoint has this id.`, '/callbacks', t`All endpoints`],
    request: [t`Request`, t`No request has this id.`, '/requests', t`All requests`],
    bill: [t`Invoice`, t`No invoice in this account has this id.`, '/billing', t`Billing`],
    'payment-method': [t`Payment method`, t`No payment method of this account has this id.`, '/billing', t`Billing`],
    user: [t`User`, t`No user or API key of this account has this id.`, '/users', t`Users`],
    link: [t`Reusable link`, t`No reusable link of this account has this id.`, '/links', t`Reusable links`],
  };
  const known = kinds[kind] ?? kinds[kind.replace('edit-', '')];
  if (!known) return <BrokenLink />;
  const [title, what, to, name] = known;
  return (
    <Page title={title}>
      <Missing what={what} list={{ to, name }}>
        {t`Check the id for a wrong or missing character.`}
      </Missing>
    </Page>
  );
}
