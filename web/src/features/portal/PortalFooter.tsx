import { useLingui } from '@lingui/react/macro';
import { facts } from '../../content/facts';
import { LocaleLink } from '../navigation/LocaleLink';
import { LocaleSwitch } from '../shell/LocaleSwitch';
import { ThemeSwitch } from '../shell/ThemeSwitch';
import { Shortcuts } from './Shortcuts';

const linkClass = 'inline-flex min-h-8 items-center text-sm text-muted hover:text-ink';

/** One line below the screens of the portal. */
export function PortalFooter() {
  const { t } = useLingui();
  const links = [
    ['/integration-guide', t`Documentation`],
    ['/status', t`Status`],
    ['/terms', t`Terms`],
    ['/privacy', t`Privacy`],
  ] as const;
  const addresses = [
    [`mailto:${facts.support_email}`, t`Contact support`],
    [facts.professional_network.url, facts.professional_network.name],
  ] as const;
  return (
    <footer data-print="hidden" className="border-t border-hairline">
      <div className="page flex flex-wrap items-center gap-x-5 gap-y-2 py-4">
        <nav aria-label={t`Documentation and support`}>
          <ul className="flex flex-wrap gap-x-4 sm:gap-x-5">
            {links.map(([to, text]) => (
              <li key={to}>
                <LocaleLink to={to} className={linkClass}>
                  {text}
                </LocaleLink>
              </li>
            ))}
            {addresses.map(([href, text]) => (
              <li key={href}>
                <a href={href} rel="noopener noreferrer" className={linkClass}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {/* Not in the list: the dialog that it opens is shown where the button is hidden too. */}
        <Shortcuts className={`${linkClass} max-lg:hidden`} />
        <p className="text-xs text-muted">{facts.card_brands.join(' · ')}</p>
        <div className="flex flex-wrap items-center justify-between gap-x-5 max-sm:w-full sm:ms-auto">
          <LocaleSwitch />
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
}
