import { useLingui } from '@lingui/react/macro';
import { useMayOpen } from '../app/may-open';
import { LocaleLink } from '../navigation/LocaleLink';

/** The pages about callbacks, one for each job. */
export function CallbackTabs() {
  const { t } = useLingui();
  const mayOpen = useMayOpen();
  const tabs = [
    ['/callbacks', t`Callbacks`],
    ['/callback-endpoints', t`Callback endpoints`],
    ['/callback-test', t`Test callbacks`],
    ['/callback-secret', t`Signing secret`],
  ] as const;
  return (
    <nav aria-label={t`Callbacks`} data-print="hidden" className="mb-8 border-b border-hairline">
      <ul className="flex flex-wrap gap-x-6">
        {tabs
          .filter(([path]) => mayOpen(path))
          .map(([path, name]) => (
            <li key={path}>
              <LocaleLink
                to={path}
                className="flex min-h-11 items-center text-sm whitespace-nowrap text-muted hover:text-ink aria-[current]:text-ink aria-[current]:shadow-[inset_0_-2px_var(--accent)]"
              >
                {name}
              </LocaleLink>
            </li>
          ))}
      </ul>
    </nav>
  );
}
