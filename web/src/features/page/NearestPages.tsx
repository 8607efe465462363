import { Trans, useLingui } from '@lingui/react/macro';
import { allPages } from '../../content/site-map';
import { useHydrated } from '../../ui/use-hydrated';
import { LocaleLink } from '../navigation/LocaleLink';
import { useNavigation } from '../navigation/navigation-context';
import { nearestPaths } from './nearest-pages';

/**
 * Suggests pages for a mistyped address. The build renders one page for all such addresses, so that one names the home page only.
 */
export function NearestPages() {
  const { t, i18n } = useLingui();
  const { pathname } = useNavigation();
  const isHydrated = useHydrated();
  const near = isHydrated
    ? nearestPaths(
        pathname,
        allPages.map(({ path }) => path),
      )
    : [];
  const suggested = near.flatMap((path) => allPages.find((page) => page.path === path) ?? []);
  const pages = suggested.length > 0 ? suggested : allPages.slice(0, 1);
  return (
    <nav aria-label={t`Nearest pages`}>
      <p className="caps mb-2">
        <Trans>Nearest pages</Trans>
      </p>
      <ul className="divide-y divide-hairline border-y border-hairline">
        {pages.map(({ path, title }) => (
          <li key={path}>
            <LocaleLink to={path} className="flex min-h-14 items-center justify-between gap-4 hover:text-accent">
              <span className="text-lg">{i18n._(title)}</span>
              <code className="font-mono text-xs text-muted">{path}</code>
            </LocaleLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
