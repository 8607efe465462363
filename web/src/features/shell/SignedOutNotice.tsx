import { Trans, useLingui } from '@lingui/react/macro';
import { withLocale } from '../../i18n/locale';
import { Icon } from '../../ui/Icon';
import { lostSignIn, useLostSignIn } from '../auth/lost-sign-in';
import { TextLink } from '../navigation/LocaleLink';
import { useNavigation } from '../navigation/navigation-context';

export function SignedOutNotice() {
  const { t } = useLingui();
  const isLost = useLostSignIn();
  const { pathname } = useNavigation();
  if (!isLost) return null;
  return (
    <div role="alert" data-print="hidden" className="page pt-6">
      <div className="flex items-center gap-3 rounded-md border border-edge bg-raised py-2 ps-4 pe-2 text-sm">
        <p className="grow">
          <Trans>Your session expired. Please sign in again.</Trans>{' '}
          {withLocale(pathname, 'en') !== '/sign-in' && <TextLink to="/sign-in">{t`Sign in`}</TextLink>}
        </p>
        <button
          type="button"
          aria-label={t`Close`}
          onClick={lostSignIn.forget}
          className="grid size-9 shrink-0 place-items-center text-muted hover:text-ink"
        >
          <Icon name="close" className="size-4" />
        </button>
      </div>
    </div>
  );
}
