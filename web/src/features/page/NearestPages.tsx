import { Trans, useLingui } from '@lingui/react/macro';
import { facts } from '../../content/facts';
import { allPages } from '../../content/site-map';
import { useHydrated } from '../../ui/use-hydrated';
import { LocaleLink } from '../navigation/LocaleLink';
import { useNavigation } from '../navigation/navigation-context';
import { nearestPaths } from './nearest-pages';

/** The most visited pages. Shown if no page has a similar address. */
const beginnings = ['/', '/developer', '/coverage', '/pricing', '/status'];

/** The build renders one page for all mistyped addresses, with only the most visited pages. */
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
  const name = near.length > 0 ? t`Similar and popular pages` : t`Popular pages`;
  // As many as in the prerendered page, so that nothing below them moves.
  const paths = [...new Set([...near, ...beginnings])].slice(0, beginnings.length);
  const pages = paths.flatMap((path) => allPages.find((page) => page.path === path) ?? []);
  return (
    <>
      <nav aria-label={name}>
        <p className="caps mb-2">{name}</p>
        <ul className="divide-y divide-hairline border-y border-hairline">
          {pages.map(({ path, title }) => (
            // The key includes the number of suggestions, so that entries are replaced instead of moving visibly.
            <li key={`${near.length} ${path}`}>
              <LocaleLink to={path} className="flex min-h-14 items-center justify-between gap-4 hover:text-accent">
                <span className="text-lg">{i18n._(title)}</span>
                <code className="font-mono text-xs text-muted">{path}</code>
              </LocaleLink>
            </li>
          ))}
        </ul>
      </nav>
      <p className="mt-6 text-sm text-muted">
        <Trans>
          Did one of our pages send you here?{' '}
          <a href={`mailto:${facts.support_email}`} className="link">
            Tell us
          </a>
          .
        </Trans>
      </p>
    </>
  );
}
