import { Trans, useLingui } from '@lingui/react/macro';
import { portalPageOf, portalPages } from '../../content/portal-map';
import { ButtonLink } from '../navigation/LocaleLink';
import { Page } from '../page/Page';
import { useRoleWords } from '../users/user-words';
import { useMayOpen } from './may-open';

export function NotForRole({ path }: { path: string }) {
  const { t, i18n } = useLingui();
  const mayOpen = useMayOpen();
  const { current } = useRoleWords();
  const section = portalPageOf(path);
  const nearest = section && mayOpen(section.path) ? section : portalPages[0]!;
  return (
    <Page title={t`Not available to your role`} narrow>
      <p className="mb-8 measure">
        {current ? (
          <Trans>
            Your role in this account is {current}, which can’t open this page. Ask an account owner for another role.
          </Trans>
        ) : (
          <Trans>Your role in this account can’t open this page. Ask an account owner for another role.</Trans>
        )}
      </p>
      <ButtonLink to={nearest.path}>{i18n._(nearest.title)}</ButtonLink>
    </Page>
  );
}
