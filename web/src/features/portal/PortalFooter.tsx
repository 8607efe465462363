import { Trans, useLingui } from '@lingui/react/macro';
import { facts } from '../../content/facts';
import { LocaleLink } from '../navigation/LocaleLink';
import { LocaleSwitch } from '../shell/LocaleSwitch';
import { ThemeSwitch } from '../shell/ThemeSwitch';
import { Shortcuts } from './Shortcuts';

const linkClass = 'inline-flex min-h-8 items-center text-sm text-muted hover:text-ink';

/** One line below the screens of the portal. */
export function PortalFooter() {
  const { t } = useLingui();
  return (
    <footer data-print="hidden" className="border-t border-hairline">
      <div className="page flex flex-wrap items-center gap-x-5 gap-y-2 py-4">
        <nav aria-label={t`Documentation and support`}>
          <ul className="flex flex-wrap gap-x-3 sm:gap-5">
            <li>
              <LocaleLink to="/integration-guide" className={linkClass}>
                <Trans>Documentation</Trans>
              </LocaleLink>
            </li>
            <li>
              <a href={`mailto:${facts.support_email}`} className={linkClass}>
                <Trans>Contact support</Trans>
              </a>
            </li>
            <li>
              <LocaleLink to="/status" className={linkClass}>
                <Trans>Status</Trans>
              </LocaleLink>
            </li>
          </ul>
        </nav>
        {/* Not in the list: the dialog that it opens is shown where the button is hidden too. */}
        <Shortcuts className={`${linkClass} max-lg:hidden`} />
        <div className="flex flex-wrap items-center justify-between gap-x-5 max-sm:w-full sm:ms-auto">
          <LocaleSwitch />
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
}
