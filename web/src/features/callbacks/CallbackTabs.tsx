import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useMayOpen } from '../app/may-open';
import { LocaleLink } from '../navigation/LocaleLink';
import { showCurrent } from '../navigation/show-current';

export function CallbackTabs() {
  const { t } = useLingui();
  const mayOpen = useMayOpen();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => showCurrent(list.current), []);
  const tabs = [
    ['/callbacks', t`Callbacks`],
    ['/callback-endpoints', t`Callback endpoints`],
    ['/callback-test', t`Test callbacks`],
    ['/callback-secret', t`Signing secret`],
  ] as const;
  return (
    <nav aria-label={t`Callbacks`} data-print="hidden" className="mb-8 border-b border-hairline">
      <ul ref={list} className="flex gap-x-6 overflow-x-auto [scrollbar-width:none]">
        {tabs
          .filter(([path]) => mayOpen(path))
          .map(([path, name]) => (
            <li key={path} className="shrink-0">
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
